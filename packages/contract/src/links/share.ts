/** Of the Web Share Target, in the manifest and the service worker. */
export const SHARED_FIELDS = { title: "title", text: "text", url: "url", pictures: "pictures" } as const;

/** Before the device scales a camera picture down. */
export const SHARED_PICTURE_MAX_BYTES = 30 * 1024 * 1024;

/** Of each text: far more than any field of an item allows. */
export const SHARED_TEXT_MAX_BYTES = 16 * 1024;

/** All shares that wait on a device. */
export const SHARED_WAITING_MAX_BYTES = 150 * 1024 * 1024;

/** Of one share; also for the server, before it answers that no app is installed. */
export const SHARE_MAX_BYTES = 64 * 1024 * 1024;
