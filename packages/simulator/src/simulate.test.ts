import { injectedFaults, type InjectedFault } from "@shelv/contract/injected-fault";
import { afterEach, describe, expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const SEEDS = Number(process.env["SIM_SEEDS"] ?? 200);
const FIRST = Number(process.env["SIM_FIRST"] ?? 1);
/** Seeds run in groups, so that a failure names its own and the rest still run. */
const GROUP = 20;

describe("whatever the network, the tabs and the server do, nothing is lost and everybody agrees in the end", () => {
  const groups = Array.from({ length: Math.ceil(SEEDS / GROUP) }, (_, at) => FIRST + at * GROUP);
  test.each(groups)("seeds from %i", async (first) => {
    const last = Math.min(first + GROUP, FIRST + SEEDS);
    for (let seed = first; seed < last; seed += 1) {
      await simulate(seed).catch((error: unknown) => {
        throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
      });
    }
  }, 120_000);
});

describe("a broken engine is caught", () => {
  afterEach(() => injectedFaults.clear());

  const faults: InjectedFault[] = [
    "no-dedupe", "no-base-guard", "no-revert-before-rebase", "no-tombstones", "no-epoch-check", "no-epoch-rotation", "lost-pending-on-reset",
  ];
  test.each(faults)("%s", async (fault) => {
    injectedFaults.add(fault);
    const seed = await firstSeedThatCatches(200);
    expect(seed).not.toBeNull();
    injectedFaults.clear();
    // It is the fault that was caught: without it the same seed is well.
    await simulate(seed ?? 0);
  }, 120_000);
});

async function firstSeedThatCatches(seeds: number): Promise<number | null> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const caught = await simulate(seed).then(() => false, () => true);
    if (caught) return seed;
  }
  return null;
}
