/** It was never fetched, and there is no network now. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}
