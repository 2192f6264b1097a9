import type { Line } from "sync-server/bench/bench";
import type { GOALS } from "./goals.ts";
import type { SceneKind } from "./scene.ts";

export type Outcome = { kind: SceneKind; iou: number; isAccepted: boolean; ms: number };

export function removalLines(outcomes: readonly Outcome[], goals: typeof GOALS): Line[] {
  const accepted = outcomes.filter(({ isAccepted }) => isAccepted).map(({ iou }) => iou);
  const mean = accepted.reduce((sum, iou) => sum + iou, 0) / Math.max(1, accepted.length);
  const worst = Math.min(1, ...accepted);
  const easy = outcomes.filter(({ kind }) => kind === "plain" || kind === "busy");
  const [ofAll, ofEasy] = [outcomes, easy].map(
    (of) => of.filter(({ isAccepted }) => isAccepted).length / Math.max(1, of.length),
  );
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  const median = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(outcomes.length / 2)] ?? 0;
  return [
    atLeast(`mean IoU of ${accepted.length} accepted cut-outs`, mean, goals.meanIou),
    atLeast("IoU of the worst accepted one", worst, goals.worstIou),
    atLeast(`accepted of ${outcomes.length} scenes`, ofAll ?? 0, goals.acceptedOfAll),
    atLeast(`accepted of ${easy.length} plain and busy ones`, ofEasy ?? 0, goals.acceptedOfPlainAndBusy),
    {
      what: "removal at 1200 pixels, the slowest",
      figure: `${Math.round(slowest)} ms (${Math.round(median)} ms at the median)`,
      goal: `<= ${goals.removalMs} ms`,
      isMet: slowest <= goals.removalMs,
    },
  ];
}

const atLeast = (what: string, figure: number, goal: number): Line => ({
  what,
  figure: figure.toFixed(3),
  goal: `>= ${goal}`,
  isMet: figure >= goal,
});
