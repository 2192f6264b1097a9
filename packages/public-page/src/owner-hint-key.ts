/** The signed-in username, as typed. A public page's script reads it too. */
export const OWNER_HINT_KEY = "shelv-username";
