/** Tags a test whose subject does not depend on the screen's size: it runs on the phone only. */
export const ANY_SIZE = { tag: "@any-size" };
/**
 * Tags a test of the browser's own work with workers and tabs. A headless shell does less: it starts no
 * worker when the network is back (Background Sync). It runs on the phone only, in a full browser.
 */
export const WHOLE_BROWSER = { tag: "@whole-browser" };
