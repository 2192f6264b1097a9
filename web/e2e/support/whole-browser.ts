/**
 * Says of a test that it is about what a browser itself does with workers and tabs, where one without windows does less: it wakes no worker once the
 * network is back (Background Sync). Seen once, on a phone, in a whole one.
 */
export const WHOLE_BROWSER = { tag: "@whole-browser" };
