import { OBJECT_NAMES } from "@shelv/contract/values/object-name";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DRAWINGS, OBJECT_BOX } from "./drawings.ts";
import { DrawnObject } from "./item-object.tsx";

test("each object of the contract has a drawing", () => {
  expect(Object.keys(DRAWINGS)).toEqual([...OBJECT_NAMES]);
  expect(OBJECT_NAMES.length).toBeGreaterThanOrEqual(32);
});

test.each(OBJECT_NAMES)("%s stands on the base line and refers to nothing", (name) => {
  const svg = renderToStaticMarkup(<DrawnObject name={name} />);
  expect(svg).toContain('viewBox="0 0 96 112"');
  expect(svg).not.toMatch(/ id=|href|<script|url\(|<style/);
  const lowest = Math.max(...DRAWINGS[name].parts.map(([, path, width]) => bottomOf(path, width)));
  expect(lowest).toBeGreaterThanOrEqual(OBJECT_BOX.height - 2);
  expect(lowest).toBeLessThanOrEqual(OBJECT_BOX.height);
});

/** The lowest point of a path, with its line; of a curve, its end. */
function bottomOf(path: string, width = 0): number {
  let [y, start, lowest] = [0, 0, 0];
  for (const [, command = "", rest = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const taken = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7, z: 0 }[command.toLowerCase()];
    if (taken === undefined) throw new Error(`${path} has a command ${command}`);
    if (taken === 0) y = start;
    for (let at = 0; at < numbers.length; at += taken) {
      const end = numbers[at + taken - 1] ?? 0;
      if (command.toLowerCase() !== "h") y = command === command.toLowerCase() ? y + end : end;
      if (command.toLowerCase() === "m" && at === 0) start = y;
      // Half of a circle reaches as far down as its radius.
      const radius = command.toLowerCase() === "a" && end === 0 ? (numbers[at + 1] ?? 0) : 0;
      lowest = Math.max(lowest, y + radius + width / 2);
    }
  }
  return lowest;
}
