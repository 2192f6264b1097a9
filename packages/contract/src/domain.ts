/** A name of the owner's own under which their page is shown as well, and how far it has come. */
import * as v from "valibot";

export const DOMAINS_MAX = 3;

/**
 * - waiting: neither of its records is right yet.
 * - found: one of them is.
 * - verified: both are; the page is shown under this name.
 * - lost: it was verified, and a record is no longer right. The page stays until the name is released.
 */
const DOMAIN_STATES = ["waiting", "found", "verified", "lost"] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** What keeps a name from being verified, the first of it. `found` is what stands there instead, as DNS said it. */
const domainProblem = v.variant("code", [
  v.object({ code: v.literal("no-token") }),
  v.object({ code: v.literal("wrong-token"), found: v.array(v.string()) }),
  v.object({ code: v.literal("no-address") }),
  v.object({ code: v.literal("wrong-address"), found: v.array(v.string()) }),
  /** Another account has shown that the name is theirs, and their token still stands. */
  v.object({ code: v.literal("taken") }),
]);
export type DomainProblem = v.InferOutput<typeof domainProblem>;

/** What the owner has to enter where the name is managed. Of the addresses, a CNAME or all of the A and AAAA. */
const domainRecord = v.object({
  type: v.picklist(["TXT", "CNAME", "A", "AAAA"]),
  name: v.string(),
  value: v.string(),
});
export type DomainRecord = v.InferOutput<typeof domainRecord>;

export const domainAnswer = v.object({
  /** As DNS writes it ("xn--bcher-kva.example"). */
  name: v.string(),
  /** As people write it ("bücher.example"). */
  shownName: v.string(),
  state: v.picklist(DOMAIN_STATES),
  problem: v.nullable(domainProblem),
  records: v.array(domainRecord),
  /** ISO 8601; null where nobody has looked yet. */
  checkedAt: v.nullable(v.string()),
  /** When a lost name is let go, ISO 8601; null where it is not lost. */
  releasedAt: v.nullable(v.string()),
});
export type DomainAnswer = v.InferOutput<typeof domainAnswer>;

/** What can be sent as a name; whether it is one, the server says, which has the list of public suffixes. */
export const typedDomain = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Type a domain, such as www.example.com"),
  v.maxLength(300, "No domain is that long"),
);
