import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { openMemoryFolder } from "./memory-folder.ts";
import { countBrowserTests, countOtherBrowserTests, countUnitTests, type Count } from "./test-counts.ts";

/*
 * `npm test`: runs every check, even when one fails, and prints one line at the end. A check that is not a
 * test (format, types, lint, unused code, build, size) counts as one failure when it fails.
 * `--other-browsers` (`npm run test:browsers`) runs only the built app in Firefox and WebKitGTK; `--all` adds
 * them.
 */
type Step = { script: string; needsBuild?: true; count?: () => Count; keepsFilesInMemory?: true };

const BUILD: Step = { script: "build" };
const OTHER_BROWSERS: Step = {
  script: "test:other-browsers",
  needsBuild: true,
  count: countOtherBrowserTests,
};
const STEPS: readonly Step[] = [
  { script: "format:check" },
  { script: "typecheck" },
  { script: "lint" },
  { script: "unused" },
  // Before the unit tests: one of them starts the built server.
  BUILD,
  { script: "size", needsBuild: true },
  { script: "test:unit", count: countUnitTests, keepsFilesInMemory: true },
  { script: "test:e2e", needsBuild: true, count: countBrowserTests, keepsFilesInMemory: true },
];

const stepsOf: Record<string, readonly Step[]> = {
  "": STEPS,
  "--other-browsers": [BUILD, OTHER_BROWSERS],
  "--all": [...STEPS, OTHER_BROWSERS],
};
const [asked = ""] = process.argv.slice(2);
const steps = stepsOf[asked];
if (!steps) throw new Error(`There is no ${asked}: --all or --other-browsers`);

rmSync("test-results", { recursive: true, force: true });

const total: Count = { passed: 0, failed: 0 };
const failedScripts: string[] = [];
for (const { script, needsBuild, count, keepsFilesInMemory } of steps) {
  if (needsBuild && failedScripts.includes("build")) {
    console.log(`\n── ${script} is left out: there is no build`);
    continue;
  }
  console.log(`\n── ${script}`);
  // The shell finds pnpm on Windows too, where it is a .cmd file; script names are constants.
  const memory = keepsFilesInMemory ? openMemoryFolder() : null;
  const env = memory ? { ...process.env, TMPDIR: memory.path } : process.env;
  const { status } = spawnSync(`pnpm run ${script}`, {
    shell: true,
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  memory?.discard();
  const { passed, failed } = count?.() ?? { passed: 0, failed: 0 };
  total.passed += passed;
  total.failed += status === 0 ? failed : Math.max(failed, 1);
  if (status !== 0) failedScripts.push(script);
}

if (failedScripts.length > 0) console.log(`\nFailed: ${failedScripts.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
