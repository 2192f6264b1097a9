/**
 * `pnpm bench images`: removes the background of every kind of scene (in Node) and prepares a photo (in
 * Chromium), and compares both with the goals. `--tuning` uses the tuning seeds and reports each scene.
 */
import { loadOpenCV } from "@opencvjs/web";
import type { Line } from "sync-server/bench/bench";
import { cutOut } from "web/domain/background-removal/mask/cut-out";
import { isWorthShowing } from "web/domain/background-removal/cutout-decision";
import { GOALS, HELD_OUT_SEEDS, TUNING_SEEDS } from "./goals.ts";
import { measurePreparation, preparationLines } from "./measure-preparation.ts";
import { type Outcome, removalLines } from "./removal-lines.ts";
import { renderScene, SCENE_KINDS, sceneOf } from "./scene.ts";

const ROUNDS = 7;
const isTuning = process.argv.includes("--tuning");
const outcomes: Outcome[] = [];
// The first load is not measured.
await loadOpenCV();
for (const kind of SCENE_KINDS) {
  for (const seed of isTuning ? TUNING_SEEDS : HELD_OUT_SEEDS) {
    const scene = await renderScene(sceneOf(kind, seed), seed);
    const startMs = performance.now();
    const cut = await cutOut(scene, loadOpenCV);
    const ms = performance.now() - startMs;
    const outcome = {
      kind,
      iou: cut ? iou(cut.mask, scene.mask) : 0,
      isAccepted: cut !== null && isWorthShowing(cut.signs),
      ms,
    };
    outcomes.push(outcome);
    if (isTuning) console.log({ ...outcome, seed, ...cut?.signs });
  }
  console.log(`  ${kind} …`);
}

const lines: Line[] = [
  ...removalLines(outcomes, GOALS),
  ...preparationLines(await measurePreparation(ROUNDS), GOALS),
];
if (process.send) process.send(lines);
else console.table(lines);

/** Intersection over union of two masks, 0 to 255; 1 when equal. Soft edges count in part. */
function iou(mask: Uint8Array, other: Uint8Array): number {
  let shared = 0;
  let either = 0;
  for (const [index, value] of mask.entries()) {
    shared += Math.min(value, other[index] ?? 0);
    either += Math.max(value, other[index] ?? 0);
  }
  return either === 0 ? 1 : shared / either;
}
