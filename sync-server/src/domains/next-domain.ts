/**
 * A domain's next state, as a pure function of the stored state and the DNS answer. Two records are required:
 * a token, which proves the owner, and an address, which leads visitors here.
 *
 *     waiting ◀──▶ found ──▶ verified ◀──▶ lost ──48 h──▶ released
 *        └───────────30 days──────────────────────────────▶ ┘
 *
 * Invariants:
 * - only an answer changes a state or releases a held name: a failing resolver only moves the next check;
 * - a name is held (verified or lost) by one account at most, and only the token decides between two;
 * - without a plan that includes domains there is no domain.
 */
import type { DomainProblem, DomainState } from "@shelv/contract/rows/domain";

const MINUTE_MS = 60_000;
const CHECK_UNVERIFIED_EVERY_MS = 10 * MINUTE_MS;
const CHECK_VERIFIED_EVERY_MS = 6 * 60 * MINUTE_MS;
const LOST_RELEASED_AFTER_MS = 48 * 60 * MINUTE_MS;
const UNVERIFIED_RELEASED_AFTER_MS = 30 * 24 * 60 * MINUTE_MS;

export type Progress = {
  state: DomainState;
  addedAt: number;
  lostAt: number | null;
  problem: DomainProblem | null;
  checkAt: number;
};

/** Each record is right or has a problem; null if a lookup failed. */
export type Evidence = { token: "right" | DomainProblem; address: "right" | DomainProblem } | null;

/** `isHeldByOther`: with its token in DNS. `seenMs`: the time that the server has observed. */
type Circumstances = { evidence: Evidence; isHeldByOther: boolean; nowMs: number; seenMs: number };

/** Null if the name is released. */
export function nextProgress(
  before: Progress,
  { evidence, isHeldByOther, nowMs, seenMs }: Circumstances,
): Progress | null {
  const after =
    evidence === null ? before : { ...before, ...judged(before, evidence, { isHeldByOther, nowMs }) };
  if ((evidence !== null || !isHeld(after.state)) && isOver(after, { nowMs, seenMs })) return null;
  return {
    ...after,
    checkAt: nowMs + (after.state === "verified" ? CHECK_VERIFIED_EVERY_MS : CHECK_UNVERIFIED_EVERY_MS),
  };
}

export const releasedAtMs = ({ lostAt }: Pick<Progress, "lostAt">): number | null =>
  lostAt === null ? null : lostAt + LOST_RELEASED_AFTER_MS;

export const isHeld = (state: DomainState): boolean => state === "verified" || state === "lost";

function judged(
  { state, lostAt }: Progress,
  { token, address }: NonNullable<Evidence>,
  { isHeldByOther, nowMs }: Pick<Circumstances, "isHeldByOther" | "nowMs">,
): Pick<Progress, "state" | "lostAt" | "problem"> {
  const wrong = token === "right" ? address : token;
  const isRight = wrong === "right";
  if (isRight && !isHeldByOther) return { state: "verified", lostAt: null, problem: null };
  const problem = isRight ? ({ code: "taken" } as const) : wrong;
  if (isHeld(state)) return { state: "lost", lostAt: lostAt ?? nowMs, problem };
  return { state: token === "right" || address === "right" ? "found" : "waiting", lostAt: null, problem };
}

function isOver(
  { state, addedAt, lostAt }: Progress,
  { nowMs, seenMs }: Pick<Circumstances, "nowMs" | "seenMs">,
): boolean {
  const ageOf = (since: number) => Math.min(nowMs - since, seenMs);
  if (isHeld(state)) return lostAt !== null && ageOf(lostAt) >= LOST_RELEASED_AFTER_MS;
  return ageOf(addedAt) >= UNVERIFIED_RELEASED_AFTER_MS;
}
