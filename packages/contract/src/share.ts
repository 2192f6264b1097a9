/** The form fields of the Web Share Target: the manifest declares them, the service worker reads them. */
export const SHARED_FIELDS = { title: "title", text: "text", url: "url", pictures: "pictures" } as const;

/** A camera picture, before the device scales it down. */
export const SHARED_PICTURE_MAX_BYTES = 30 * 1024 * 1024;

/** For each shared text: far more than any field of an item allows. */
export const SHARED_TEXT_MAX_BYTES = 16 * 1024;

/** Everything shared that waits on a device for a shelf. */
export const SHARED_WAITING_MAX_BYTES = 150 * 1024 * 1024;

/**
 * The limit of one share for the service worker, and for the server before it answers that no app is
 * installed.
 */
export const SHARE_MAX_BYTES = 64 * 1024 * 1024;
