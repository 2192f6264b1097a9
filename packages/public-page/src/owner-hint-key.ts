export const OWNER_HINT_KEY = "shelv-username";
