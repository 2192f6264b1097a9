import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = join(import.meta.dirname, "../../../..");

/** A minute and more on a busy machine, the longest first. */
const LONGEST = [
  "packages/dev/simulator/src/simulate.test.ts",
  "sync-server/bench/abuse/abuse.test.ts",
  "packages/dev/simulator/src/faults.test.ts",
  "sync-server/src/images/store-picture.test.ts",
].map((file) => join(ROOT, file));
for (const file of LONGEST) if (!existsSync(file)) throw new Error(`${file} does not exist`);

/**
 * Starts the longest files first, so that one worker is not left alone with one of them at the end. Vitest
 * knows no durations in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer of Vitest is no array
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((file) => sorted.filter(({ moduleId }) => join(moduleId) === file));
    return [...new Set([...long, ...sorted])];
  }
}
