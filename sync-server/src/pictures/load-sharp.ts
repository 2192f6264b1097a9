/**
 * Loads sharp when it is first needed: its library takes 10 MB, and uploads are encoded in another process.
 */
export const loadSharp = async () => (await import("sharp")).default;
