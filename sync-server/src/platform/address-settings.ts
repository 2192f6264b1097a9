/**
 * Addresses with a user and a password. Providers generate passwords with "#", "/", "@" or "%", and operators
 * paste them as they are.
 */
import * as v from "valibot";

/** `example` shows one. The output can be parsed: user and password are percent-encoded. */
export const addressSetting = (
  schemes: readonly string[],
  {
    example,
    isValid = ({ hostname }) => hostname !== "",
  }: { example: string; isValid?: (url: URL) => boolean },
) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.transform(withEncodedUser),
    v.check((text) => {
      const url = URL.parse(text);
      return url !== null && schemes.includes(url.protocol) && isValid(url);
    }, `must be an address such as ${example}`),
  );

/** What is before the last "@", where a parser would end it at the first "/", "?" or "#". */
function withEncodedUser(text: string): string {
  const [, scheme = "", given = "", rest = ""] = /^([a-z][a-z\d+.-]*:\/\/)(.*)@([^@]*)$/is.exec(text) ?? [];
  const url = URL.parse(text);
  const isRead =
    url !== null && url.username !== "" && url.hash === "" && !(url.pathname || url.search).includes("@");
  if (scheme === "" || isRead) return url === null ? text : withoutStrayPercent(text, url);
  const [user = "", ...password] = given.split(":");
  return `${scheme}${encoded(user)}${password.length === 0 ? "" : `:${encoded(password.join(":"))}`}@${rest}`;
}

function withoutStrayPercent(text: string, { username, password }: URL): string {
  if (isDecodable(username) && isDecodable(password)) return text;
  const url = new URL(text);
  url.username = encoded(username);
  url.password = encoded(password);
  return url.href;
}

/** A "%" that starts no code is a character. */
const encoded = (text: string) => encodeURIComponent(isDecodable(text) ? decodeURIComponent(text) : text);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
