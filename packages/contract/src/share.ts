/** The form fields in which a system posts what another app shares; the manifest names them, and the service worker reads them. */
export const SHARED_FIELDS = { title: "title", text: "text", url: "url", pictures: "pictures" } as const;

/** A camera's picture, before this device makes it small. */
export const SHARED_PICTURE_MAX_BYTES = 30 * 1024 * 1024;

/** What the server takes of a share before it says that no app was there to take it. */
export const SHARE_MAX_BYTES = 64 * 1024 * 1024;
