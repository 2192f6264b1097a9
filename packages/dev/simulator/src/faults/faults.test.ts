import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Fault, FAULTS, faults } from "./faults.ts";
import { simulate, simulateNamed } from "#simulate";

const TIMEOUT_MS = 600_000;

/**
 * A seed that catches each fault. If a number is outdated, the test finds another seed and prints it. A fault
 * that 200 seeds miss is a gap in the simulator.
 *
 * `weak-cursor-guard` heals by itself: an older answer takes the cursor back, and the next pull repeats what
 * that undid. Only the rule that no device goes back in time detects it.
 */
const CAUGHT_BY: Record<Fault, number> = {
  "cut-answer-used": 32,
  "storage-keeps-halves": 24,
  "last-change-not-named": 3,
  "plans-not-checked": 1,
  "import-in-parts": 2,
  "blocked-for-ever": 1,
  "deletions-say-they-saw-all": 5,
  "forgets-by-the-clock": 11,
  "other-builds-rows-stay": 5,
  "revision-stays": 4,
  "joins-forgotten": 92,
  "merges-forgotten": 16,
  "link-guards-nothing": 8,
  "link-is-an-edit": 80,
  "silence-by-the-devices-clock": 8,
  "trash-by-the-devices-clock": 3,
  "undo-takes-all": 25,
  "undo-takes-all-from-links": 116,
  "one-store-for-all": 4,
  "no-dedupe": 1,
  "op-ids-ignored": 3,
  "no-tombstones": 1,
  "gc-without-floor": 3,
  "no-epoch-check": 7,
  "no-epoch-rotation": 4,
  "ack-ignores-epoch": 47,
  "notice-without-value": 1,
  "deleted-unseen-not-noted": 5,
  "restore-forgets-children": 5,
  "no-base-guard": 8,
  "weak-cursor-guard": 8,
  "poke-from-anywhere": 3,
  "no-revert-before-rebase": 1,
  "lost-pending-on-reset": 7,
  "lost-blob": 1,
  "upload-believed": 3,
  "pauses-believe-the-clock": 3,
  "drafts-stay-in-memory": 6,
  "forms-remove-others-drafts": 6,
  "pictures-not-counted": 1,
  "offline-by-one-request": 1,
  "parts-forget-their-deletion": 7,
  "stopped-taken-for-done": 1,
  "refusals-not-recorded": 1,
};

describe.skipIf(process.env["SIM_ONLY_SEEDS"] !== undefined)("a broken engine is caught", () => {
  const table: string[] = [];
  afterEach(() => faults.clear());
  afterAll(() => void process.stdout.write(`${table.join("\n")}\n`));

  test.each(Object.keys(CAUGHT_BY) as Fault[])(
    "%s",
    async (fault) => {
      faults.add(fault);
      const { seed, finding } = await firstSeedThatCatches(CAUGHT_BY[fault], 200);
      table.push(`seed ${String(seed).padStart(4)}  ${fault.padEnd(27)}  ${FAULTS[fault]}: ${finding}`);
      expect(seed).not.toBeNull();
      faults.clear();
      await simulateNamed(seed ?? 0);
    },
    TIMEOUT_MS,
  );
});

async function firstSeedThatCatches(
  from: number,
  seeds: number,
): Promise<{ seed: number | null; finding: string }> {
  for (let tried = 0; tried < seeds; tried += 1) {
    const seed = ((from - 1 + tried) % seeds) + 1;
    const finding = await simulate(seed).then(
      () => null,
      (error: unknown) => String(error).split("\n")[0] ?? "",
    );
    if (finding !== null) return { seed, finding };
  }
  return { seed: null, finding: "" };
}
