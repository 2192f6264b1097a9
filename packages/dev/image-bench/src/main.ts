/**
 * `pnpm bench images`: removes backgrounds of scenes in Node, prepares a photo and removes a background in
 * Chromium, and compares all with the goals. `--tuning` uses the tuning seeds and reports each scene;
 * `--photos FOLDER` adds photographs (NAME.jpg with NAME.mask.png).
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import * as ort from "onnxruntime-web/wasm";
import type { Line } from "sync-server/bench/bench";
import { cutOutByModel } from "web/domain/background-removal/model/cut-out-by-model";
import { isGoodCutout } from "web/domain/background-removal/cutout-decision";
import { cutOutAtTap } from "web/domain/background-removal/tap/cut-out-at-tap";
import { loadModel } from "web/domain/background-removal/model/load-model";
import { OWN_MODEL } from "web/domain/background-removal/run-task";
import { GOALS, HELD_OUT_SEEDS, TUNING_SEEDS } from "./goals.ts";
import { costLines, measureInBrowser } from "./measure-in-browser.ts";
import { photographs } from "./photographs.ts";
import { isRight, type Outcome, photographLines, sceneLines, tapLine } from "./removal-lines.ts";
import { subjectOf } from "./subject-of.ts";
import { type RenderedScene, renderScene, SCENE_KINDS, sceneOf } from "./scene.ts";

const ROUNDS = 7;
const { tuning: isTuning, photos } = parseArgs({
  options: { tuning: { type: "boolean", default: false }, photos: { type: "string" } },
}).values;
const model = await loadModel(ort, new Uint8Array(await readFile(new URL(OWN_MODEL))));

const scenes: Outcome[] = [];
const tapped: Outcome[] = [];
for (const kind of SCENE_KINDS) {
  for (const seed of isTuning ? TUNING_SEEDS : HELD_OUT_SEEDS) {
    const [name, scene] = [`${kind} ${seed}`, await renderScene(sceneOf(kind, seed), seed)];
    const outcome = await outcomeOf(name, kind, scene);
    scenes.push(outcome);
    // Of several objects the owner may want one.
    if (kind === "several" || !isRight(outcome)) tapped.push(await outcomeOfTap(name, kind, scene));
  }
  console.log(`  ${kind} …`);
}
const ofPhotographs: Outcome[] = [];
if (photos !== undefined)
  for await (const { name, ...photograph } of photographs(photos))
    ofPhotographs.push(await outcomeOf(name, "photograph", photograph));

const lines: Line[] = [
  ...sceneLines(scenes, GOALS),
  tapLine(tapped, GOALS),
  ...(photos === undefined ? [] : photographLines(ofPhotographs, GOALS)),
  ...costLines(await measureInBrowser(ROUNDS), GOALS),
];
if (process.send) process.send(lines);
else console.table(lines);

async function outcomeOf(name: string, kind: Outcome["kind"], scene: RenderedScene): Promise<Outcome> {
  const cut = await cutOutByModel(scene, model);
  const outcome = {
    kind,
    iou: cut ? iou(cut.mask, scene.mask) : 0,
    isAccepted: cut !== null && isGoodCutout(cut.signs),
  };
  if (isTuning || kind === "photograph") console.log({ name, ...outcome, ...cut?.signs });
  return outcome;
}

async function outcomeOfTap(name: string, kind: Outcome["kind"], scene: RenderedScene): Promise<Outcome> {
  const { mask, tap } = subjectOf(scene);
  const cut = await cutOutAtTap(scene, model, tap);
  const outcome = {
    kind,
    iou: cut ? iou(cut.mask, mask) : 0,
    isAccepted: cut !== null && isGoodCutout(cut.signs),
  };
  if (isTuning) console.log({ name: `${name}, tapped`, ...outcome, ...cut?.signs });
  return outcome;
}

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
