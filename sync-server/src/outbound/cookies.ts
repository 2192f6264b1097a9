export type SetCookie = { name: string; value: string; isSecure: boolean; isGone: boolean };

const COOKIES_AT_MOST = 40;
const COOKIE_MAX_CHARACTERS = 2048;
const HEADER_MAX_CHARACTERS = 8192;

/** Never stored, and sent only to the host that set them. */
export class Cookies {
  readonly #list: (SetCookie & { host: string })[] = [];

  headerFor({ hostname, protocol }: URL): string | null {
    let header = "";
    for (const { host, name, value, isSecure } of this.#list) {
      if (host !== hostname || (isSecure && protocol !== "https:")) continue;
      const longer = `${header}${header === "" ? "" : "; "}${name}=${value}`;
      if (longer.length <= HEADER_MAX_CHARACTERS) header = longer;
    }
    return header === "" ? null : header;
  }

  take({ hostname: host }: URL, set: readonly SetCookie[]): void {
    for (const cookie of set) {
      const at = this.#list.findIndex((one) => one.host === host && one.name === cookie.name);
      if (at !== -1) this.#list.splice(at, 1);
      if (!cookie.isGone) this.#list.push({ ...cookie, host });
    }
    this.#list.splice(0, Math.max(0, this.#list.length - COOKIES_AT_MOST));
  }
}

/** Reads `Set-Cookie` headers. Longer ones than usual are left out, as browsers do. */
export const setCookiesOf = (headers: readonly string[]): SetCookie[] =>
  headers.slice(0, COOKIES_AT_MOST).flatMap((header) => {
    const [pair = "", ...attributes] = header.slice(0, 2 * COOKIE_MAX_CHARACTERS).split(";");
    const [name, value] = nameAndValue(pair);
    const isUsual = pair.includes("=") && /^\S+$/.test(name) && /^[\u0020-\u007E]*$/.test(value);
    if (!isUsual || pair.length > COOKIE_MAX_CHARACTERS) return [];
    const of = new Map(attributes.map((text) => attributeOf(text)));
    const maxAge = of.get("max-age");
    const isGone =
      maxAge === undefined ? Date.parse(of.get("expires") ?? "") <= Date.now() : Number(maxAge) <= 0;
    return [{ name, value, isSecure: of.has("secure"), isGone }];
  });

function attributeOf(text: string): [name: string, value: string] {
  const [name, value] = nameAndValue(text);
  return [name.toLowerCase(), value];
}

function nameAndValue(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  return at === -1 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
