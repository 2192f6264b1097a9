/** Where the app stores the signed-in username, as typed. The script of a public page reads it too. */
export const OWNER_HINT_KEY = "shelv-username";
