import * as ort from "onnxruntime-web/wasm";
import { expect, test } from "vitest";
import { redModel } from "web/e2e/support/data/red-model";
import { cutOutByModel } from "./cut-out-by-model";
import { isGoodCutout } from "#domain/background-removal/cutout-decision";
import type { Pixels } from "#domain/background-removal/mask/pixels";
import { loadModel } from "./load-model";

const WIDTH = 160;
const HEIGHT = 120;
type Rgb = readonly [number, number, number];
const WALL: Rgb = [214, 206, 196];
const RED: Rgb = [200, 40, 30];
const BLUE: Rgb = [30, 60, 200];

function pictureOf(colorAt: (x: number, y: number) => Rgb): Pixels {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1)
    rgba.set([...colorAt(index % WIDTH, Math.floor(index / WIDTH)), 255], index * 4);
  return { width: WIDTH, height: HEIGHT, rgba };
}

const look = await loadModel(ort, redModel());
const isInRing = (x: number, y: number) => Math.abs(Math.hypot(x - 50, y - 60) - 25) < 10;
const isInBlue = (x: number, y: number) => x > 100 && x < 140 && y > 30 && y < 90;

test("only what the model finds is cut out, along its edge, even if another part has more contrast", async () => {
  const cut = await cutOutByModel(
    pictureOf((x, y) => (isInRing(x, y) ? RED : isInBlue(x, y) ? BLUE : WALL)),
    look,
  );
  if (!cut) throw new Error("Nothing stood out");
  const wrong = cut.mask.filter(
    (alpha, index) => alpha > 127 !== isInRing(index % WIDTH, Math.floor(index / WIDTH)),
  ).length;
  expect(wrong / cut.mask.length).toBeLessThan(0.005);
  expect(isGoodCutout(cut.signs)).toBe(true);
});

test("where the model sees nothing there is no cut-out", async () => {
  expect(
    await cutOutByModel(
      pictureOf((x, y) => (isInBlue(x, y) ? BLUE : WALL)),
      look,
    ),
  ).toBeNull();
});

test("a model that is not sure has found nothing good", async () => {
  const unsure = async () => ({
    width: WIDTH,
    height: 1,
    values: Float32Array.from({ length: WIDTH }, (_, x) => 1 - Math.abs(x - 80) / 40),
  });
  const cut = await cutOutByModel(
    pictureOf((x) => (x > 60 && x < 100 ? RED : WALL)),
    unsure,
  );
  expect(cut !== null && isGoodCutout(cut.signs)).toBe(false);
});

test("a file that is not a model is rejected", async () => {
  await expect(loadModel(ort, Buffer.from("no model at all"))).rejects.toThrow("protobuf parsing failed");
});
