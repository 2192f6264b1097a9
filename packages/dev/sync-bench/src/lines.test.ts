import { expect, test } from "vitest";
import type { Durability } from "./engines.ts";
import { editLines, offlineLines, type Outcome } from "./lines.ts";

const outcome = (
  name: string,
  ms: number | null,
  stopped: string | null = null,
  durability: Durability = "durable",
): Outcome => ({
  engine: {
    name,
    durability,
    device: new URL("file:///"),
    startServer: () => Promise.reject(new Error("not here")),
  },
  offlineMs: new Map(
    ms === null
      ? []
      : [
          [10, [ms]],
          [100, [ms * 10]],
        ],
  ),
  bytes: new Map(),
  editMs: ms === null ? [] : [ms],
  spentMs: 0,
  stopped,
});

test("a stopped rival has a line with its reason, and the goal does not wait for it", () => {
  const lines = offlineLines(
    [outcome("Own", 5), outcome("Slow", null, "stopped after 130 s"), outcome("Other", 6)],
    [10, 100],
  );
  expect(lines[0]).toMatchObject({ goal: "first of the durable", isMet: true });
  expect(lines[1]?.figure).toBe("no round (stopped after 130 s)");
});

test("Shelv's own engine without figures meets no goal", () => {
  const outcomes = [outcome("Own", null, "failed: no answer"), outcome("Other", 6)];
  expect(
    offlineLines(outcomes, [10, 100])
      .filter(({ goal }) => goal !== "")
      .map(({ isMet }) => isMet),
  ).toEqual([false, false, false, false, false]);
  expect(editLines(outcomes)[0]).toMatchObject({ isMet: false });
});
