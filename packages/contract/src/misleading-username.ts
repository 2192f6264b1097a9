/**
 * Names that people would mistake for the operator's, a machine's, or another owner's. Only new names are held against
 * these lists; an account that has one of them keeps it.
 */
import { OWN_FIRST_SEGMENTS } from "./paths.ts";
import { PRODUCT } from "./product.ts";

/** Mailboxes of RFC 2142, and other names that seem to speak for the operator of a service. */
const ROLES = [
  "info",
  "marketing",
  "sales",
  "support",
  "abuse",
  "noc",
  "security",
  "postmaster",
  "hostmaster",
  "usenet",
  "news",
  "webmaster",
  "uucp",
  "ftp",
  "mailer-daemon",
  "noreply",
  "billing",
  "payment",
  "payments",
  "invoice",
  "refund",
  "refunds",
  "admin",
  "administrator",
  "sysadmin",
  "moderator",
  "staff",
  "team",
  "official",
  "help",
  "helpdesk",
  "legal",
  "privacy",
  "compliance",
  "dmca",
  "copyright",
  "trust-and-safety",
  "verification",
  "verified",
  "account",
  "operator",
];

/** Hosts that mail programs and machines look for below a domain (RFC 6186, WPAD, MTA-STS, ISATAP), and labels with a meaning in DNS. */
const HOSTS = [
  "mail",
  "email",
  "webmail",
  "smtp",
  "imap",
  "pop3",
  "mx1",
  "mx2",
  "autodiscover",
  "autoconfig",
  "mta-sts",
  "wpad",
  "isatap",
  "ns1",
  "ns2",
  "ns3",
  "ns4",
  "dns",
  "localhost",
  "localdomain",
  "broadcasthost",
  "sftp",
  "ssh",
  "vpn",
  "cdn",
  "oauth",
  "sso",
  "auth",
  "_dmarc",
  "_domainkey",
  "_acme-challenge",
  "_shelv",
  "www1",
  "www2",
  "service-worker",
  "apple-app-site-association",
];

/** What is put before or after a role to sound like those who fill it. */
const BEFORE_ROLES = /^(?:the|official|real|your|our)/;
const AFTER_ROLES = /(?:team|staff|desk|center|centre|department|official|services?|agent|support|help)$/;

/**
 * What a name looks like: letters that are taken for each other are one, and what joins words is left out. Case decides here: a large
 * I looks like a small l.
 */
const usernameSkeleton = (typed: string): string =>
  typed
    .replaceAll(/[_-]/g, "")
    .replaceAll(/[I1]/g, "l")
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

/** Every skeleton of a name: as it is typed, and as an address in small letters shows it. */
export const usernameSkeletons = (typed: string): string[] => [
  ...new Set([typed, typed.toLowerCase()].map(usernameSkeleton)),
];

/** Against names that are kept back, an i may also stand for what looks like one (adm1n). */
const folded = (skeleton: string) => skeleton.replaceAll("i", "l");
const foldedSet = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].map((name) => folded(usernameSkeleton(name))));

const KEPT_BACK = foldedSet([...OWN_FIRST_SEGMENTS, ...ROLES, ...HOSTS]);
const ROLE_SKELETONS = foldedSet(ROLES);
const PRODUCT_SKELETON = usernameSkeleton(PRODUCT.toLowerCase());

/** Whether people could take this for the product's own name, a role's or a machine's. */
export const isMisleadingUsername = (typed: string): boolean =>
  usernameSkeletons(typed).some(
    (skeleton) => skeleton.includes(PRODUCT_SKELETON) || KEPT_BACK.has(folded(skeleton)) || isRole(skeleton),
  );

function isRole(skeleton: string): boolean {
  const [before, after] = [skeleton.replace(BEFORE_ROLES, ""), skeleton.replace(AFTER_ROLES, "")];
  return [before, after, before.replace(AFTER_ROLES, "")].some(
    (bare) => bare !== skeleton && ROLE_SKELETONS.has(folded(bare)),
  );
}
