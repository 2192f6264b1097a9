/** Finds names that look like the operator's, a machine's or another owner's. Only new names are checked. */
import { OWN_FIRST_SEGMENTS } from "#paths";
import { PRODUCT } from "#product";

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

/**
 * Looked up below a domain by mail programs and machines (RFC 6186, WPAD, MTA-STS, ISATAP), or with a meaning
 * in DNS.
 */
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

const BEFORE_ROLES = /^(?:the|official|real|your|our)/;
const AFTER_ROLES = /(?:team|staff|desk|center|centre|department|official|services?|agent|support|help)$/;

/** One text for lookalikes, without separators. Case matters: a capital I looks like a small l. */
const usernameSkeleton = (typed: string): string =>
  typed
    .replaceAll(/[_-]/g, "")
    .replaceAll(/[I1]/g, "l")
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

/** Of the name as typed, and in lower case, as in the address. */
export const usernameSkeletons = (typed: string): string[] => [
  ...new Set([typed, typed.toLowerCase()].map(usernameSkeleton)),
];

/** Among reserved names, an i also equals its lookalikes (adm1n). */
const folded = (skeleton: string) => skeleton.replaceAll("i", "l");
const foldedSet = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].map((name) => folded(usernameSkeleton(name))));

const RESERVED = foldedSet([...OWN_FIRST_SEGMENTS, ...ROLES, ...HOSTS]);
const ROLE_SKELETONS = foldedSet(ROLES);
const PRODUCT_SKELETON = usernameSkeleton(PRODUCT.toLowerCase());

export const isMisleadingUsername = (typed: string): boolean =>
  usernameSkeletons(typed).some(
    (skeleton) => skeleton.includes(PRODUCT_SKELETON) || RESERVED.has(folded(skeleton)) || isRole(skeleton),
  );

function isRole(skeleton: string): boolean {
  const [before, after] = [skeleton.replace(BEFORE_ROLES, ""), skeleton.replace(AFTER_ROLES, "")];
  return [before, after, before.replace(AFTER_ROLES, "")].some(
    (bare) => bare !== skeleton && ROLE_SKELETONS.has(folded(bare)),
  );
}
