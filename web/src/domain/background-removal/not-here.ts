/** Not on this device, and no network. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}
