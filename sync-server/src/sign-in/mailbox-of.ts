/** Providers that deliver mail whether or not an address has dots in it, each under the name that it is counted by. */
const IGNORES_DOTS: ReadonlyMap<string, string> = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
]);

/** The mailbox that an address most likely ends in, for counting: without what follows a plus, at known providers without dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).split("+", 1);
  const domain = email.slice(at + 1);
  const provider = IGNORES_DOTS.get(domain);
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll(".", "")}@${provider}`;
}
