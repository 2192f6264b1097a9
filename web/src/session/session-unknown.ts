/**
 * Neither this device, which stores nothing, nor the server says who is signed in. In its own file: the first
 * script must not hold the API calls.
 */
export class SessionUnknown extends Error {
  override readonly name = "SessionUnknown";
  constructor(cause: unknown) {
    super("No answer says who is signed in", { cause });
  }
}
