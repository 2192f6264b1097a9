import { domainToASCII } from "node:url";
import { Refusal } from "@shelv/contract/refusal";
import { parse } from "tldts";

/** Neither they nor their subdomains can be an owner's. */
type OurNames = readonly string[];

/**
 * In DNS form: lower case, ASCII, without a dot at the end. A refusal names the problem. A pasted page
 * address counts as its domain.
 */
export function parseDomain(typed: string, ours: OurNames): string {
  const host = hostIn(typed);
  const name = domainToASCII(host.replace(/[.。．｡]$/u, "")).toLowerCase();
  const { domain, publicSuffix, isIp, isIcann, isPrivate } = parse(name, {
    allowPrivateDomains: true,
    validateHostname: true,
  });
  if (isIp)
    throw wrong("This is the address of a computer, not a domain. Type a name, such as www.example.com");
  if (!isName(name)) throw wrong("This is not a domain. Type it like www.example.com");
  if (ours.some((one) => name === one || name.endsWith(`.${one}`)))
    throw wrong(`${name} belongs to this server. Type a domain of your own`);
  if (isSpecialUse(name))
    throw wrong(`${name} is no name of the public DNS. Type a domain that you have registered`);
  if (!isIcann && !isPrivate) throw wrong(`There are no domains that end in .${publicSuffix ?? name}`);
  if (domain === null)
    throw wrong(`${name} is shared by many people. Type a domain below it, such as name.${name}`);
  return name;
}

/**
 * No public DNS serves them (RFC 6761 and its registry, RFC 9476, ICANN's .internal), or they are
 * infrastructure.
 */
const SPECIAL_USE = [
  "alt",
  "arpa",
  "example",
  "internal",
  "invalid",
  "lan",
  "local",
  "localhost",
  "onion",
  "test",
  "eth",
  "i2p",
];
const isSpecialUse = (name: string) => SPECIAL_USE.some((end) => name.endsWith(`.${end}`));

const hostIn = (typed: string) =>
  /^(?:https?:\/\/)?([^/?#\\@:]*)(?::\d+)?(?:[/?#].*)?$/iu.exec(typed.trim())?.[1] ?? "";

const isName = (name: string) =>
  name.length <= NAME_MAX_LENGTH &&
  name.includes(".") &&
  name.split(".").every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label));

/** DNS allows 253 characters, less "_shelv.". */
const NAME_MAX_LENGTH = 246;

const wrong = (message: string) => new Refusal("invalid", [{ path: "name", message }]);
