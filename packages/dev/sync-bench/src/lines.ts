import type { Line } from "sync-server/bench/bench";
import type { LocalCost } from "./local-mutation/page.ts";

/** By the number of offline changes: each round's time, and one round's bytes. */
export type OfflineCost = { offlineMs: Map<number, number[]>; bytes: Map<number, number> };

/** Ten times the changes may take eleven times as long. */
const GROWTH_AT_MOST = 11;
const EDIT_WITHIN_MS = 15;
const MEGABYTES_AT_MOST = 6.5;
const SECONDS_AT_MOST = 5;
const LOCAL_AT_MOST = 2;

export function offlineLines(
  { offlineMs, bytes }: OfflineCost,
  [small, large]: readonly [number, number],
): Line[] {
  const medianOf = (size: number) => median(offlineMs.get(size) ?? []);
  const growth = medianOf(large) / medianOf(small);
  const megabytes = (bytes.get(large) ?? Number.NaN) / 1e6;
  return [
    {
      what: `${small} offline changes on a second device`,
      figure: seconds(offlineMs.get(small) ?? []),
      goal: "",
      isMet: true,
    },
    {
      what: `${large} offline changes on a second device`,
      figure: seconds(offlineMs.get(large) ?? []),
      goal: `≤ ${SECONDS_AT_MOST} s`,
      isMet: medianOf(large) <= SECONDS_AT_MOST * 1000,
    },
    {
      what: `${large} changes beside ${small}`,
      figure: `${growth.toFixed(1)} × the time`,
      goal: `≤ ${GROWTH_AT_MOST} ×`,
      isMet: growth <= GROWTH_AT_MOST,
    },
    {
      what: `${large} changes on the wire`,
      figure: `${megabytes.toFixed(1)} MB`,
      goal: `≤ ${MEGABYTES_AT_MOST} MB`,
      isMet: megabytes <= MEGABYTES_AT_MOST,
    },
  ];
}

export function editLine(editMs: readonly number[]): Line {
  const medianMs = median(editMs);
  return {
    what: "one edit on a second device",
    figure: `${medianMs.toFixed(1)} ms at the median of ${editMs.length}`,
    goal: `< ${EDIT_WITHIN_MS} ms`,
    isMet: medianMs < EDIT_WITHIN_MS,
  };
}

export function localLine({ mutationMs, putMs }: LocalCost, stored: number): Line {
  const [mutation, put] = [median(mutationMs), median(putMs)];
  return {
    what: `a change on the device, ${stored} items stored, in Chromium`,
    figure: `${(mutation / put).toFixed(2)} × a bare put (${mutation.toFixed(2)} of ${put.toFixed(2)} ms)`,
    goal: `≤ ${LOCAL_AT_MOST} ×`,
    isMet: mutation / put <= LOCAL_AT_MOST,
  };
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

function seconds(ms: readonly number[]): string {
  const [least, most] = [Math.min(...ms), Math.max(...ms)].map((figure) => (figure / 1000).toFixed(2));
  return `${(median(ms) / 1000).toFixed(2)} s (${least} to ${most})`;
}
