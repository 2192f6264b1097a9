/** Laid out differently on wide screens: runs on the desktop, too. */
export const BOTH_SIZES = { tag: "@both-sizes" };
/** A main journey: `npm test` runs these alone, on the phone. Together they are the product in short. */
export const MAIN = { tag: "@main" };
/** Needs a full browser: a headless shell starts no worker when the network is back (Background Sync). */
export const WHOLE_BROWSER = { tag: "@whole-browser" };
