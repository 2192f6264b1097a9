/** It is not on this device, and there is no network. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}
