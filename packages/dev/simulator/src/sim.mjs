/*
 * `pnpm sim`: the seeds of `npm run test:all` with the table of faults; `--seeds 5000` for more, `--seed 170`
 * for one. `--postgres`: on PostgreSQL, without the faults.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { seed, seeds, postgres } = parseArgs({
  options: { seed: { type: "string" }, seeds: { type: "string" }, postgres: { type: "boolean" } },
}).values;
for (const given of [seed, seeds]) {
  if (given !== undefined && !/^[1-9]\d*$/.test(given)) {
    process.stderr.write(`A whole number is needed, not ${given}.\n`);
    process.exit(1);
  }
}
const env = { ...process.env };
const setSeeds = (count) =>
  Object.assign(env, { SIM_SEEDS: count, SIM_POSTGRES_SEEDS: count, SIM_ONLY_SEEDS: "1" });
if (seeds !== undefined) setSeeds(seeds);
if (seed !== undefined) Object.assign(setSeeds("1"), { SIM_FIRST: seed });
const { status } = spawnSync(
  `vitest run --config packages/dev/tooling/vitest.config.ts --project ${postgres ? "postgres" : "simulator"} packages/dev/simulator`,
  {
    shell: true,
    stdio: "inherit",
    env,
  },
);
process.exitCode = status ?? 1;
