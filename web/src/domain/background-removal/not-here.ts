/** The device has not stored the file, and has no network to fetch it. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}
