/**
 * `pnpm bench images`: every kind of scene loses its background, with seeds that tuning never saw, and a photo is prepared; all held to the goals. `--tuning`
 * takes the other seeds, and says of each scene how it went. Removal runs the app's own code
 * with the app's own engine in Node, preparation in Chromium.
 */
import { loadOpenCV } from "@opencvjs/web";
import type { Line } from "sync-server/bench/bench";
import { cutOut } from "web/images/cut-out";
import { isWorthShowing } from "web/images/cutout-decision";
import { GOALS, HELD_OUT_SEEDS, TUNING_SEEDS } from "./goals.ts";
import { iou } from "./iou.ts";
import { measurePreparation } from "./measure-preparation.ts";
import { preparationLines } from "./preparation-lines.ts";
import { type Outcome, removalLines } from "./removal-lines.ts";
import { renderScene } from "./render-scene.ts";
import { SCENE_KINDS, sceneOf } from "./scene.ts";

const ROUNDS = 7;
const isTuning = process.argv.includes("--tuning");
const outcomes: Outcome[] = [];
// The engine's first load is not counted.
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
