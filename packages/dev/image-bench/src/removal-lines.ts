import type { Line } from "sync-server/bench/bench";
import type { GOALS } from "./goals.ts";
import type { SceneKind } from "./scene.ts";

export type Outcome = { kind: SceneKind | "photograph"; iou: number; isAccepted: boolean };

export function sceneLines(outcomes: readonly Outcome[], goals: typeof GOALS): Line[] {
  const easy = outcomes.filter(({ kind }) => kind === "plain" || kind === "busy");
  return [
    ...qualityLines("scenes", outcomes, { ...goals, meanIou: goals.meanIouOfScenes }),
    atLeast(`accepted of ${outcomes.length} scenes`, acceptedShare(outcomes), goals.acceptedOfAll),
    atLeast(
      `accepted of ${easy.length} plain and busy ones`,
      acceptedShare(easy),
      goals.acceptedOfPlainAndBusy,
    ),
  ];
}

export const photographLines = (outcomes: readonly Outcome[], goals: typeof GOALS): Line[] => [
  ...qualityLines("photographs", outcomes, { ...goals, meanIou: goals.meanIouOfPhotographs }),
  atLeast(`accepted of ${outcomes.length} photographs`, acceptedShare(outcomes), goals.acceptedOfPhotographs),
];

function qualityLines(
  what: string,
  outcomes: readonly Outcome[],
  { meanIou, worstIou }: { meanIou: number; worstIou: number },
): Line[] {
  const accepted = outcomes.filter(({ isAccepted }) => isAccepted).map(({ iou }) => iou);
  const mean = accepted.reduce((sum, iou) => sum + iou, 0) / Math.max(1, accepted.length);
  return [
    atLeast(`mean IoU of ${accepted.length} accepted ${what}`, mean, meanIou),
    atLeast(`IoU of the worst accepted one`, Math.min(1, ...accepted), worstIou),
  ];
}

/** Scenes that the model rejected or got wrong, after a tap on the subject. */
export const tapLine = (outcomes: readonly Outcome[], goals: typeof GOALS): Line =>
  atLeast(
    `rescued by a tap on the subject, of ${outcomes.length} rejected or wrong scenes`,
    outcomes.filter((outcome) => isRight(outcome)).length / Math.max(1, outcomes.length),
    goals.rescuedByTap,
  );

const RIGHT = 0.9;
export const isRight = ({ iou, isAccepted }: Outcome): boolean => isAccepted && iou >= RIGHT;

const acceptedShare = (of: readonly Outcome[]): number =>
  of.filter(({ isAccepted }) => isAccepted).length / Math.max(1, of.length);

const atLeast = (what: string, figure: number, goal: number): Line => ({
  what,
  figure: figure.toFixed(3),
  goal: `>= ${goal}`,
  isMet: figure >= goal,
});
