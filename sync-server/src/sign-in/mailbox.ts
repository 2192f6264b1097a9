const IGNORES_DOTS: ReadonlyMap<string, string> = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
]);

/** The likely mailbox of an address, for counting: without a plus suffix, and at known providers without dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).split("+", 1);
  const domain = email.slice(at + 1);
  const provider = IGNORES_DOTS.get(domain);
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll(".", "")}@${provider}`;
}
