/** Nobody could say whose screen this is: neither this device, which keeps nothing, nor the server. */
export class SessionUnknown extends Error {
  override readonly name = "SessionUnknown";
  constructor(cause: unknown) {
    super("Nobody could say who is signed in", { cause });
  }
}
