export class NotHere extends Error {
  override readonly name = "NotHere";
}
