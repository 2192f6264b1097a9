/** Independent of the screen's size: runs on the phone only. */
export const ANY_SIZE = { tag: "@any-size" };
/**
 * Needs a full browser: a headless shell starts no worker when the network is back (Background Sync). Runs on
 * the phone only.
 */
export const WHOLE_BROWSER = { tag: "@whole-browser" };
