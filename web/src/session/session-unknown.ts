/**
 * Neither this device, which stores nothing, nor the server says who is signed in. A file of its own: the
 * root screen knows it by class, and the first script must not hold the calls of the server.
 */
export class SessionUnknown extends Error {
  override readonly name = "SessionUnknown";
  constructor(cause: unknown) {
    super("No answer says who is signed in", { cause });
  }
}
