/** The browser's own promise to wake the service worker when the network is back, also after the page was closed. */
export const BACKGROUND_SYNC_TAG = "shelv-sync";
