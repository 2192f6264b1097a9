import * as v from "valibot";

declare const URL: new (text: string) => { hostname: string };

const MESSAGE = "Please enter a valid email address";

/**
 * An address in DNS form, so that one person has one account
 * ("me@bücher.example" becomes "me@xn--bcher-kva.example").
 */
export const email = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) =>
    normalAddress(
      typed.replace(
        /^[\s\p{Default_Ignorable_Code_Point}]+|(?<![\s\p{Default_Ignorable_Code_Point}])[\s\p{Default_Ignorable_Code_Point}]+$/gu,
        "",
      ),
    ),
  ),
  v.maxLength(254, MESSAGE),
  v.rfcEmail(MESSAGE),
);

/** ASCII only: lookalike letters would be another mailbox, or fold into another person's. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]{1,64}(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

function normalAddress(typed: string): string {
  const [, local = "", domain = ""] = /^([^@]{1,64})@([^@]{1,253})$/.exec(typed) ?? [];
  const ascii = LOCAL.test(local) ? asciiDomain(domain) : null;
  return ascii === null ? "" : `${local.toLowerCase()}@${ascii}`;
}

/** By DNS. Converting a label of thousands of letters takes 17 ms. */
const DOMAIN_MAX_LENGTH = 253;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/;

/** In DNS form; null if invalid, or if a letter would become ASCII. */
export function asciiDomain(domain: string): string | null {
  if (domain.length > DOMAIN_MAX_LENGTH) return null;
  const dotted = domain.replace(/[\u3002\uFF0E\uFF61]/g, ".");
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(dotted) || Array.from(dotted).some(becomesAscii)) return null;
  try {
    const { hostname } = new URL(`http://${dotted}`);
    return DOMAIN.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** DNS maps the long s to "s" and the Kelvin sign to "k", which a reader would not see. */
const becomesAscii = (letter: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  letter > "\u007F" && /[\u0000-\u007F]/.test(letter.normalize("NFKC").toLowerCase());
