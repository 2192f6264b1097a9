export const SHARED_FIELDS = { title: "title", text: "text", url: "url", pictures: "pictures" } as const;

/** Before the device scales it down. */
export const SHARED_PICTURE_MAX_BYTES = 30 * 1024 * 1024;

export const SHARED_TEXT_MAX_BYTES = 16 * 1024;

/** Of all pending shares of a device. */
export const SHARED_WAITING_MAX_BYTES = 150 * 1024 * 1024;

/** Of one share; also for the server, before it answers that no app is installed. */
export const SHARE_MAX_BYTES = 64 * 1024 * 1024;
