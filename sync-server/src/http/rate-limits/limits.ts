/**
 * A network, site or block is counted by a hash of `hashedAddress` (/64, /56, /48), a mailbox by the hash of
 * an email address. No count outlives a day: the hashes change daily. One block's limits on one mailbox are
 * tight: a client cannot use up a mailbox's limit for all.
 */
import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";

export type Limit = {
  points: number;
  perS: number;
  /**
   * Counted in memory: too frequent to write each time, harmless to reset at a restart, and shared with other
   * processes a moment later.
   */
  isInMemory?: true;
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

export const LIMITS = {
  /** Between two codes for one mailbox from one network. */
  "code-pause": { points: 1, perS: SIGN_IN_CODE_PAUSE_S },
  "codes-by-block-to-mailbox": { points: 4, perS: 10 * MINUTE_S },
  "daily-codes-by-block-to-mailbox": { points: 8, perS: DAY_S },
  "codes-by-network": { points: 30, perS: 10 * MINUTE_S },
  "codes-by-site": { points: 45, perS: 10 * MINUTE_S },
  "codes-by-block": { points: 60, perS: 10 * MINUTE_S },
  /** At most a twenty-fifth of `codes-by-all`: see `limitsWith`. */
  "hourly-codes-by-block": { points: 120, perS: HOUR_S },
  /** Also says which blocks have not asked that day. */
  "daily-codes-by-block": { points: 600, perS: DAY_S },
  /** The limit of all networks together. */
  "codes-to-mailbox": { points: 20, perS: DAY_S },
  /** At most a thirtieth of `codes-by-all`. Counted only while blocks that ask often have used up theirs. */
  "newcomers-codes-by-provider": { points: 100, perS: HOUR_S },
  /** For the server's reputation with other mail servers. The operator may set it. */
  "codes-by-all": { points: 3000, perS: HOUR_S },

  /** A correct code takes nothing. */
  "wrong-codes-by-block-to-mailbox": { points: 10, perS: HOUR_S },
  "wrong-codes-by-network": { points: 30, perS: HOUR_S },
  "wrong-codes-by-block": { points: 60, perS: HOUR_S },
  "wrong-codes-to-mailbox": { points: 30, perS: HOUR_S },

  "username-checks-by-network": { points: 60, perS: MINUTE_S, isInMemory: true },
  "username-checks-by-site": { points: 120, perS: MINUTE_S, isInMemory: true },
  "username-checks-by-block": { points: 300, perS: MINUTE_S, isInMemory: true },
  "registrations-by-account": { points: 20, perS: 10 * MINUTE_S },
  /** Each start writes a row. */
  "provider-starts-by-network": { points: 30, perS: 10 * MINUTE_S },
  "provider-starts-by-site": { points: 60, perS: 10 * MINUTE_S },
  "provider-starts-by-block": { points: 150, perS: 10 * MINUTE_S },
  /** Each return sends requests to the provider. */
  "provider-returns-by-network": { points: 60, perS: 10 * MINUTE_S },
  "provider-returns-by-site": { points: 120, perS: 10 * MINUTE_S },
  "provider-returns-by-block": { points: 300, perS: 10 * MINUTE_S },

  "deletion-codes-by-account": { points: 4, perS: 10 * MINUTE_S },
  "wrong-deletion-codes-by-account": { points: 10, perS: HOUR_S },
  "export-codes-by-account": { points: 4, perS: 10 * MINUTE_S },
  "wrong-export-codes-by-account": { points: 10, perS: HOUR_S },
  /** Each export reads, or encodes again, all pictures of an account. */
  "exports-by-account": { points: 10, perS: HOUR_S },
  "imports-by-account": { points: 10, perS: HOUR_S },
  /** An undecodable picture costs 1, one that timed out 20 (`store-picture.ts`). */
  "failed-pictures-by-account": { points: 60, perS: 10 * MINUTE_S, isInMemory: true },
  /** Each check queries external name servers. */
  "domain-checks-by-account": { points: 30, perS: 10 * MINUTE_S },
  /** Only new names count: one account must not use up the authority's own limits. */
  "certificates-by-account": { points: 5, perS: HOUR_S },
  certificates: { points: 60, perS: HOUR_S },
  /** Each link reads a stranger's page. */
  "links-by-account": { points: 30, perS: MINUTE_S },
  "daily-links-by-account": { points: 500, perS: DAY_S },
  "link-pictures-by-account": { points: 30, perS: MINUTE_S },
  "daily-link-pictures-by-account": { points: 500, perS: DAY_S },
  /** A device that knows more than the server: a restored backup shows this once, then devices start over. */
  "restores-by-account": { points: 3, perS: HOUR_S, isInMemory: true },
  "capture-tokens-by-account": { points: 60, perS: HOUR_S },
  /** Sixty an hour on average: what was found offline comes at once. */
  "captures-by-account": { points: 300, perS: 5 * HOUR_S },
  "tracked-by-network": { points: 600, perS: MINUTE_S, isInMemory: true },
  "tracked-by-site": { points: 1200, perS: MINUTE_S, isInMemory: true },
  "tracked-by-block": { points: 3000, perS: MINUTE_S, isInMemory: true },
} as const satisfies Record<string, Limit>;

/** Under the operator's ceiling of sign-in codes an hour. */
export const limitsWith = (codesAnHour: number): Readonly<Record<LimitName, Limit>> => {
  const upTo = (limit: LimitName, points: number): Limit => ({ ...LIMITS[limit], points: Math.ceil(points) });
  return {
    ...LIMITS,
    "codes-by-all": upTo("codes-by-all", codesAnHour),
    "hourly-codes-by-block": upTo("hourly-codes-by-block", Math.min(120, codesAnHour / 25)),
    "newcomers-codes-by-provider": upTo("newcomers-codes-by-provider", codesAnHour / 30),
  };
};

export const LONGEST_LIMIT_MS = DAY_S * 1000;

export type LimitName = keyof typeof LIMITS;
