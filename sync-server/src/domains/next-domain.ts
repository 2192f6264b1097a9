/**
 * How far a domain has come, as a pure function of what was known and what DNS says. Two records make it: a token, which proves
 * whose the name is, and an address, which leads visitors here.
 *
 *     waiting ◀──▶ found ──▶ verified ◀──▶ lost ──48 h──▶ released
 *        └───────────30 days──────────────────────────────▶ ┘
 *
 * What always holds:
 * - only an answer changes a state, or releases a name that is held: a resolver that fails moves nothing but the time of the next look;
 * - a name is held (verified or lost) by one account at most, and what decides between two is the token alone;
 * - without the plan for it there is no domain.
 */
import type { DomainProblem, DomainState } from "@shelv/contract/domain";

const MINUTE_MS = 60_000;
const CHECK_UNVERIFIED_EVERY_MS = 10 * MINUTE_MS;
const CHECK_VERIFIED_EVERY_MS = 6 * 60 * MINUTE_MS;
const LOST_RELEASED_AFTER_MS = 48 * 60 * MINUTE_MS;
/** Nobody is looked up for ever: who has not got there in a month begins anew. */
const UNVERIFIED_RELEASED_AFTER_MS = 30 * 24 * 60 * MINUTE_MS;

/** What is remembered of a domain; times in milliseconds. */
export type Progress = {
  state: DomainState;
  addedAt: number;
  lostAt: number | null;
  problem: DomainProblem | null;
  checkAt: number;
};

/** What DNS says of the two records, each right or what is wrong with it; null where a resolver could not say. */
export type Evidence = { token: "right" | DomainProblem; address: "right" | DomainProblem } | null;

/** `isHeldByOther`: another account holds the name, and its own token still stands there. */
type Circumstances = { evidence: Evidence; isHeldByOther: boolean; nowMs: number };

/** Null where the name is released. */
export function nextProgress(
  before: Progress,
  { evidence, isHeldByOther, nowMs }: Circumstances,
): Progress | null {
  const after =
    evidence === null ? before : { ...before, ...judged(before, evidence, { isHeldByOther, nowMs }) };
  if ((evidence !== null || !isHeld(after.state)) && isOver(after, nowMs)) return null;
  return {
    ...after,
    checkAt: nowMs + (after.state === "verified" ? CHECK_VERIFIED_EVERY_MS : CHECK_UNVERIFIED_EVERY_MS),
  };
}

/** When a lost name is let go; null where it is not lost. */
export const releasedAtMs = ({ lostAt }: Pick<Progress, "lostAt">): number | null =>
  lostAt === null ? null : lostAt + LOST_RELEASED_AFTER_MS;

/** A page is shown under a name for as long as it is held. */
export const isHeld = (state: DomainState): boolean => state === "verified" || state === "lost";

function judged(
  { state, lostAt }: Progress,
  { token, address }: NonNullable<Evidence>,
  { isHeldByOther, nowMs }: Omit<Circumstances, "evidence">,
): Pick<Progress, "state" | "lostAt" | "problem"> {
  const wrong = token === "right" ? address : token;
  const isRight = wrong === "right";
  if (isRight && !isHeldByOther) return { state: "verified", lostAt: null, problem: null };
  const problem = isRight ? ({ code: "taken" } as const) : wrong;
  if (isHeld(state)) return { state: "lost", lostAt: lostAt ?? nowMs, problem };
  return { state: token === "right" || address === "right" ? "found" : "waiting", lostAt: null, problem };
}

function isOver({ state, addedAt, lostAt }: Progress, nowMs: number): boolean {
  if (isHeld(state)) return lostAt !== null && nowMs >= lostAt + LOST_RELEASED_AFTER_MS;
  return nowMs >= addedAt + UNVERIFIED_RELEASED_AFTER_MS;
}
