import * as v from "valibot";

/** Every runtime has it; this package's types, which hold neither the browser's nor Node's, do not. */
declare const URL: new (text: string) => { hostname: string };

const MESSAGE = "Please enter a valid email address";

/**
 * An address as mail is sent to it, so that one person is one account: without what stands around it, in lower case, and with its
 * domain as DNS writes it ("me@bücher.example" is "me@xn--bcher-kva.example").
 */
export const email = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) =>
    normalAddress(
      typed.replace(/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu, ""),
    ),
  ),
  v.maxLength(254, MESSAGE),
  v.rfcEmail(MESSAGE),
);

/** What is before the "@", of ASCII alone: letters that only look like these would be another mailbox, or fold into one of another person. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]{1,64}(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** What is no address becomes none. */
function normalAddress(typed: string): string {
  const [, local = "", domain = ""] = /^([^@]{1,64})@([^@]{1,253})$/.exec(typed) ?? [];
  const ascii = LOCAL.test(local) ? asciiDomain(domain) : null;
  return ascii === null ? "" : `${local.toLowerCase()}@${ascii}`;
}

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/;

/** A public domain as DNS writes it; null for what is none, and for one that is written with letters that would become ASCII ones. */
export function asciiDomain(domain: string): string | null {
  const dotted = domain.replace(/[\u3002\uFF0E\uFF61]/g, ".");
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(dotted) || Array.from(dotted).some(becomesAscii)) return null;
  try {
    const { hostname } = new URL(`http://${dotted}`);
    return DOMAIN.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** The long s is an "s" to DNS, and the Kelvin sign a "k": who reads such an address is sent to another one. */
const becomesAscii = (letter: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  letter > "\u007F" && /[\u0000-\u007F]/.test(letter.normalize("NFKC").toLowerCase());
