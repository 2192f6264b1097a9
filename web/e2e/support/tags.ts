/** Laid out differently on wide screens: runs on the desktop, too. */
export const BOTH_SIZES = { tag: "@both-sizes" };
/** `npm test` runs these alone, on the phone: together they are the product in short. */
export const MAIN = { tag: "@main" };
/** Needs a full browser: a headless shell has no Background Sync. */
export const WHOLE_BROWSER = { tag: "@whole-browser" };
