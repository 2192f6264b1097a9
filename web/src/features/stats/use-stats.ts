import { limitsAt, type PlanLimits } from "@shelv/contract/rows/plan";
import { useCallback, useEffect, useMemo, useState } from "react";
import { ApiFailure } from "#api/call";
import { firstScreen } from "#boot/first-screen";
import { accountOf } from "#local-store/queries";
import { figuresAt, STALE_AFTER_MS } from "#domain/stats/figures";
import {
  type KnownStats,
  knownStats,
  refreshStats,
  type StatsAsked,
  statsKey,
} from "#domain/stats/stored-stats";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";
import { queueIdleTask } from "#platform/wait";
import { type Owner, useOwner } from "#session/owner-context.tsx";
import { addDays } from "./day-range";
import { type Preset, PRESETS, viewOf } from "./stats-view";

const FRESH_FOR_MS = 60_000;
const AHEAD_AFTER_MS = 60 * 60_000;

type StatsProblem = { key: string; code: string };
export type ShownStats = {
  key: string;
  known: KnownStats | null | undefined;
  isOlderView: boolean;
  problem: StatsProblem | null;
  refresh: () => Promise<void>;
};

export function usePlanLimits(now: number): PlanLimits | undefined {
  const account = useLiveQuery(accountOf);
  return (
    account && limitsAt(account, { now: new Date(now).toISOString(), hasPlanLimits: account.hasPlanLimits })
  );
}

type StatsLimits = Pick<PlanLimits, "hasDimensions" | "analyticsDays">;

export const isBeyondPlan = ({ range }: StatsAsked, { analyticsDays }: StatsLimits, today: string): boolean =>
  range.from < addDays(today, 1 - analyticsDays);

export function useStats(asked: StatsAsked, limits: PlanLimits | undefined, isAsked: boolean): ShownStats {
  const { readStore, call } = useOwner();
  const key = statsKey(asked);
  const stored = useLiveQuery(knownStats, key);
  const [problem, setProblem] = useState<StatsProblem | null>(null);
  const text = JSON.stringify(asked);
  const question = useMemo(() => JSON.parse(text) as StatsAsked, [text]);
  const hasDimensions = limits?.hasDimensions;
  const refresh = useCallback(() => refreshStats({ readStore, call }, question), [readStore, call, question]);
  useEffect(() => {
    if (hasDimensions === undefined || !isAsked) return undefined;
    const request = new AbortController();
    const ask = async (maxAgeMs: number) => {
      if (document.hidden || !navigator.onLine) return;
      await firstScreen;
      const { known } = await readStore((store) => knownStats(store, key));
      const isBehind = known !== null && known.at < (await readStore(figuresAt));
      if (!isBehind && !isStale(known, maxAgeMs, hasDimensions)) return;
      await refreshStats({ readStore, call }, question, request.signal);
      setProblem(null);
    };
    const check = (maxAgeMs: number) =>
      void ask(maxAgeMs).catch((error: unknown) => {
        if (!request.signal.aborted)
          setProblem({ key, code: error instanceof ApiFailure ? error.code : "failed" });
      });
    const checkAgain = () => check(STALE_AFTER_MS);
    check(FRESH_FOR_MS);
    const timer = setInterval(checkAgain, FRESH_FOR_MS);
    addEventListener("online", checkAgain);
    document.addEventListener("visibilitychange", checkAgain);
    return () => {
      request.abort();
      clearInterval(timer);
      removeEventListener("online", checkAgain);
      document.removeEventListener("visibilitychange", checkAgain);
    };
  }, [readStore, call, key, question, hasDimensions, isAsked]);
  const isHere = stored?.key === key;
  const [last, setLast] = useState<KnownStats | null>(null);
  const now = isHere ? stored.known : undefined;
  if (now && now !== last) setLast(now);
  const hasProblem = problem?.key === key;
  const waits = isHere && stored.known === null && isAsked && !hasProblem && navigator.onLine;
  return {
    key,
    known: !isHere || waits ? (last ?? (isHere ? null : undefined)) : stored.known,
    isOlderView: (!isHere || waits) && last !== null,
    problem: hasProblem ? problem : null,
    refresh,
  };
}

/** After an upgrade the stored figures lack what the plan now shows. */
const isStale = (known: KnownStats | null, maxAgeMs: number, hasDimensions: boolean): boolean =>
  known === null ||
  Date.now() - known.at >= maxAgeMs ||
  known.at > Date.now() ||
  (known.figures.breakdowns !== null) !== hasDimensions;

/** A view's presets stay in memory, as far as this device has them: a press shows them in its first frame. */
export function usePresetsInMemory({ filter, itemId }: StatsAsked, today: string): void {
  const keyOf = (days: Preset) => statsKey({ ...viewOf({ days: String(days) }, today), filter, itemId });
  const [shortest, middle, longest] = PRESETS;
  useLiveQueryFor("later", knownStats, keyOf(shortest));
  useLiveQueryFor("later", knownStats, keyOf(middle));
  useLiveQueryFor("later", knownStats, keyOf(longest));
}

export function fetchPresetsAhead(owner: Owner, today: string, limits: StatsLimits): void {
  for (const days of PRESETS) {
    const asked = { ...viewOf({ days: String(days) }, today), itemId: undefined };
    if (isBeyondPlan(asked, limits, today)) continue;
    queueIdleTask(async () => {
      if (!navigator.onLine) return;
      const { known } = await owner.readStore((store) => knownStats(store, statsKey(asked)));
      if (isStale(known, AHEAD_AFTER_MS, limits.hasDimensions)) await refreshStats(owner, asked);
    });
  }
}
