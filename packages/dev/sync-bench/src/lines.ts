import type { Line } from "sync-server/bench/bench";
import type { LocalCost } from "./local-mutation/page.ts";
import type { Engine } from "./engines.ts";

/**
 * The figures of one engine. By the number of offline changes: time and bytes of each round; and the time of
 * each edit.
 */
export type Outcome = {
  engine: Engine;
  offlineMs: Map<number, number[]>;
  bytes: Map<number, number>;
  editMs: number[];
  spentMs: number;
  /** Why measuring stopped, as the table says it. */
  stopped: string | null;
};

/** The most growth: ten times the changes may take eleven times as long. */
const GROWTH_AT_MOST = 11;
const EDIT_WITHIN_MS = 15;
/** The most megabytes of the larger size, from one device to another, of both devices in both directions. */
const MEGABYTES_AT_MOST = 6.5;
const SECONDS_AT_MOST = 5;
const LOCAL_AT_MOST = 2;

export function offlineLines(
  outcomes: readonly Outcome[],
  [small, large]: readonly [number, number],
): Line[] {
  const [own] = outcomes;
  if (!own) return [];
  const growth = medianMs(own, large) / medianMs(own, small);
  const megabytes = (own.bytes.get(large) ?? Number.NaN) / 1e6;
  return [
    ...[small, large].flatMap((size) => outcomes.map((outcome) => offlineLine(outcome, outcomes, size))),
    {
      what: `${large} changes beside ${small}`,
      figure: `${growth.toFixed(1)} × the time`,
      goal: `≤ ${GROWTH_AT_MOST} ×`,
      isMet: growth <= GROWTH_AT_MOST,
    },
    {
      what: `${large} changes of Shelv, on the wire`,
      figure: `${megabytes.toFixed(1)} MB`,
      goal: `≤ ${MEGABYTES_AT_MOST} MB`,
      isMet: megabytes <= MEGABYTES_AT_MOST,
    },
    {
      what: `${large} changes of Shelv`,
      figure: `${(medianMs(own, large) / 1000).toFixed(2)} s`,
      goal: `≤ ${SECONDS_AT_MOST} s`,
      isMet: medianMs(own, large) <= SECONDS_AT_MOST * 1000,
    },
  ];
}

function offlineLine(outcome: Outcome, outcomes: readonly Outcome[], size: number): Line {
  const rivals = outcomes.filter(
    ({ engine }) => engine.durability === "durable" && engine !== outcomes[0]?.engine,
  );
  const rounds = outcome.offlineMs.get(size) ?? [];
  const figure = noted(
    outcome,
    rounds.length === 0 ? "no round" : `${seconds(rounds)}, ${kilobytes(outcome.bytes.get(size) ?? 0)}`,
  );
  const what = `${size} offline changes on a second device, ${nameOf(outcome)}`;
  if (outcome !== outcomes[0] || rivals.length === 0) return { what, figure, goal: "", isMet: true };
  const isFirst =
    rounds.length > 0 && rivals.every((rival) => !(medianMs(rival, size) <= medianMs(outcome, size)));
  return { what, figure, goal: "first of the durable", isMet: isFirst };
}

export function editLines(outcomes: readonly Outcome[]): Line[] {
  return outcomes.map((outcome, at) => {
    const medianMs = median(outcome.editMs);
    return {
      what: `one edit on a second device, ${nameOf(outcome)}`,
      figure: noted(outcome, `${medianMs.toFixed(1)} ms at the median of ${outcome.editMs.length}`),
      goal: at === 0 ? `< ${EDIT_WITHIN_MS} ms` : "",
      isMet: at > 0 || medianMs < EDIT_WITHIN_MS,
    };
  });
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

/** Marks a figure whose engine was stopped early. */
const noted = ({ stopped }: Outcome, figure: string) =>
  stopped === null ? figure : `${figure} (${stopped})`;

const nameOf = ({ engine: { name, durability } }: Outcome) => `${name} (${durability})`;

const medianMs = ({ offlineMs }: Outcome, size: number) => median(offlineMs.get(size) ?? []);

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** "0.61 s (0.58 to 0.70)": the median and the range. */
function seconds(ms: readonly number[]): string {
  const [least, most] = [Math.min(...ms), Math.max(...ms)].map((figure) => (figure / 1000).toFixed(2));
  return `${(median(ms) / 1000).toFixed(2)} s (${least} to ${most})`;
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
