import { describe, expect, inject, test } from "vitest";
import { simulateNamed } from "./simulate.ts";

/** PostgreSQL takes several times as long. */
const SEEDS =
  inject("postgresUrl") === undefined
    ? Number(process.env["SIM_SEEDS"] ?? 200)
    : Number(process.env["SIM_POSTGRES_SEEDS"] ?? 5);
const FIRST = Number(process.env["SIM_FIRST"] ?? 1);
const GROUP = 20;
const TIMEOUT_MS = 600_000;

const FAILED_ONCE =
  SEEDS === 1
    ? []
    : [
        1_128_004_480, 350_002_632, 370_008_143, 370_009_154, 371_004_462, 372_000_326, 380_004_956,
        391_005_689,
      ];

describe("whatever the network, the tabs and the server do, nothing is lost and all devices agree in the end", () => {
  const groups = Array.from({ length: Math.ceil(SEEDS / GROUP) }, (_, at) => FIRST + at * GROUP);
  test.each(groups)(
    "seeds from %i",
    async (first) => {
      let edits = 0;
      for (let seed = first; seed < Math.min(first + GROUP, FIRST + SEEDS); seed += 1)
        edits += await simulateNamed(seed);
      expect(edits).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test.each(FAILED_ONCE)(
    "seed %i",
    async (seed) => expect(await simulateNamed(seed)).toBeGreaterThan(0),
    TIMEOUT_MS,
  );
});
