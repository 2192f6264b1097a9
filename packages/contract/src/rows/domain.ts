import * as v from "valibot";

export const DOMAINS_MAX = 3;

/**
 * - waiting: no record is right yet.
 * - found: one is.
 * - verified: both are; the page is shown under this name.
 * - lost: a record is no longer right; the page stays until the name is released.
 */
const DOMAIN_STATES = ["waiting", "found", "verified", "lost"] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** Why a name is not verified. `found`: what DNS returned. */
const domainProblem = v.variant("code", [
  v.object({ code: v.literal("no-token") }),
  v.object({ code: v.literal("wrong-token"), found: v.array(v.string()) }),
  v.object({ code: v.literal("no-address") }),
  v.object({ code: v.literal("wrong-address"), found: v.array(v.string()) }),
  /** Another account has verified the name, and its token is in DNS. */
  v.object({ code: v.literal("taken") }),
]);
export type DomainProblem = v.InferOutput<typeof domainProblem>;

/** A record to create at the DNS provider: either the CNAME, or all A and AAAA. */
const domainRecord = v.object({
  type: v.picklist(["TXT", "CNAME", "A", "AAAA"]),
  name: v.string(),
  value: v.string(),
});
export type DomainRecord = v.InferOutput<typeof domainRecord>;

export const domainAnswer = v.object({
  /** In DNS form ("xn--bcher-kva.example"). */
  name: v.string(),
  shownName: v.string(),
  state: v.picklist(DOMAIN_STATES),
  problem: v.nullable(domainProblem),
  records: v.array(domainRecord),
  /** In ISO 8601; null before the first check. */
  checkedAt: v.nullable(v.string()),
  /** When a lost domain is released; null if it is not lost. */
  releasedAt: v.nullable(v.string()),
});
export type DomainAnswer = v.InferOutput<typeof domainAnswer>;

/** Only the syntax is checked here; the server checks the list of public suffixes. */
export const typedDomain = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Type a domain, such as www.example.com"),
  v.maxLength(300, "No domain is that long"),
);
