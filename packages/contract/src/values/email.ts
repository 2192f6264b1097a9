import * as v from "valibot";

/** This package includes neither the browser's nor Node's types. */
declare const URL: new (text: string) => { hostname: string };

const MESSAGE = "Please enter a valid email address";

/**
 * An address as mail is sent to it, so that one person has one account: the domain is in DNS form
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

/**
 * The part before the "@" is ASCII only: lookalike letters would be another mailbox, or fold into another
 * person's.
 */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]{1,64}(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

function normalAddress(typed: string): string {
  const [, local = "", domain = ""] = /^([^@]{1,64})@([^@]{1,253})$/.exec(typed) ?? [];
  const ascii = LOCAL.test(local) ? asciiDomain(domain) : null;
  return ascii === null ? "" : `${local.toLowerCase()}@${ascii}`;
}

/** By DNS. The conversion of one label of thousands of letters takes 17 ms. */
const DOMAIN_MAX_LENGTH = 253;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/;

/** The domain in DNS form; null if it is invalid, or a letter would become an ASCII letter. */
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
