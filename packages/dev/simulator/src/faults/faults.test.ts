import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Fault, FAULTS, faults } from "./faults.ts";
import { simulate, simulateNamed } from "#simulate";

const TIMEOUT_MS = 600_000;

/**
 * A seed that catches each fault. An outdated number costs time only: the test looks for another seed, and
 * prints it. A fault that 200 seeds miss is a gap in the simulator.
 *
 * `weak-cursor-guard` heals by itself: an older answer takes the cursor back, and the next pull repeats what
 * that undid. Only the rule that no device goes back in time detects it.
 */
const CAUGHT_BY: Record<Fault, number> = {
  "cut-answer-used": 96,
  "storage-keeps-halves": 24,
  "last-change-not-named": 6,
  "plans-not-checked": 1,
  "import-in-parts": 20,
  "blocked-for-ever": 7,
  "deletions-say-they-saw-all": 33,
  "forgets-by-the-clock": 56,
  "other-builds-rows-stay": 194,
  "revision-stays": 18,
  "joins-forgotten": 97,
  "merges-forgotten": 32,
  "link-guards-nothing": 44,
  "link-is-an-edit": 98,
  "silence-by-the-devices-clock": 17,
  "trash-by-the-devices-clock": 12,
  "undo-takes-all": 53,
  "undo-takes-all-from-links": 35,
  "one-store-for-all": 4,
  "no-dedupe": 88,
  "op-ids-ignored": 45,
  "no-tombstones": 3,
  "gc-without-floor": 22,
  "no-epoch-check": 2,
  "no-epoch-rotation": 7,
  "ack-ignores-epoch": 67,
  "notice-without-value": 1,
  "deleted-unseen-not-noted": 10,
  "restore-forgets-children": 33,
  "no-base-guard": 10,
  "weak-cursor-guard": 11,
  "poke-from-anywhere": 9,
  "no-revert-before-rebase": 3,
  "lost-pending-on-reset": 2,
  "lost-blob": 1,
  "upload-believed": 39,
  "pauses-believe-the-clock": 39,
  "drafts-stay-in-memory": 6,
  "forms-remove-others-drafts": 6,
  "pictures-not-counted": 1,
  "offline-by-one-request": 1,
  "parts-forget-their-deletion": 61,
  "stopped-taken-for-done": 16,
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
