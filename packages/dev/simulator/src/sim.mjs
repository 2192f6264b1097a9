/* `pnpm sim`: the seeds of `npm test` with the table of faults; `--seeds 5000` for a long run, `--seed 170` for one alone. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { seed, seeds } = parseArgs({
  options: { seed: { type: "string" }, seeds: { type: "string" } },
}).values;
for (const given of [seed, seeds]) {
  if (given !== undefined && !/^[1-9]\d*$/.test(given)) {
    process.stderr.write(`A whole number is needed, not ${given}.\n`);
    process.exit(1);
  }
}
const env = { ...process.env };
if (seeds !== undefined) Object.assign(env, { SIM_SEEDS: seeds, SIM_ONLY_SEEDS: "1" });
if (seed !== undefined) Object.assign(env, { SIM_FIRST: seed, SIM_SEEDS: "1", SIM_ONLY_SEEDS: "1" });
const { status } = spawnSync(
  "vitest run --config packages/dev/tooling/vitest.config.ts packages/dev/simulator",
  {
    shell: true,
    stdio: "inherit",
    env,
  },
);
process.exitCode = status ?? 1;
