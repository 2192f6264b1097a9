/** The form fields in which a system posts what another app shares; the manifest names them, and the service worker reads them. */
export const SHARED_FIELDS = { title: "title", text: "text", url: "url", pictures: "pictures" } as const;

/** A camera's picture, before this device makes it small. */
export const SHARED_PICTURE_MAX_BYTES = 30 * 1024 * 1024;

/** Of each shared text: far more than any field of an item takes. */
export const SHARED_TEXT_MAX_BYTES = 16 * 1024;

/** All that waits on a device for a shelf. */
export const SHARED_WAITING_MAX_BYTES = 150 * 1024 * 1024;

/** What a service worker reads of one share, and the server before it says that no app was there to take it. */
export const SHARE_MAX_BYTES = 64 * 1024 * 1024;
