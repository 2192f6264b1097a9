/**
 * Long sessions of generated calls, valid and invalid, to every route of the contract. `FUZZ_REQUESTS` sets
 * their number, `FUZZ_SEED` replays a run (`test:long` prints its new seed).
 */
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runSession, type Tally } from "./fuzz.ts";
import { fuzzStep } from "./fuzz-step.ts";
import { keyOf } from "./route-case.ts";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const REQUESTS_PER_SESSION = 500;

test(
  `${REQUESTS} generated calls cause no error, and a third of those to every route succeed`,
  // Each call has a time limit (fuzz.ts); all together take as long as the machine needs.
  { timeout: 0 },
  async () => {
    console.log(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`);
    const tally: Tally = new Map();
    const session = fc.array(fuzzStep, { minLength: REQUESTS_PER_SESSION, maxLength: REQUESTS_PER_SESSION });
    const { failed, numRuns, errorInstance } = await fc.check(
      fc.asyncProperty(session, (steps) => runSession(steps, tally)),
      { numRuns: Math.ceil(REQUESTS / REQUESTS_PER_SESSION), seed: SEED, endOnFailure: true },
    );
    if (failed)
      throw new Error(`FUZZ_SEED=${SEED}, session ${numRuns}: ${String(errorInstance)}`, {
        cause: errorInstance,
      });
    const tooOftenRefused = ALL_ROUTES.map(keyOf).flatMap((key) => {
      const { calls, successes } = tally.get(key) ?? { calls: 0, successes: 0 };
      return successes === 0 || successes < calls / 3 ? [`${key}: ${successes} of ${calls}`] : [];
    });
    expect(tooOftenRefused).toEqual([]);
  },
);
