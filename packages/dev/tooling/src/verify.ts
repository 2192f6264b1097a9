import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, relative } from "node:path";

/*
 * Runs checks, also after one fails, and prints one line at the end. A check that is not a test (format,
 * types, lint, unused code, build, size) counts as one failure. `--all` is `npm run test:all`,
 * `--other-browsers` `npm run test:browsers`.
 */
type Step = { script: string; needsBuild?: true; count?: () => Count; keepsFilesInMemory?: true };

const BUILD: Step = { script: "build" };
const OTHER_BROWSERS: Step = {
  script: "test:other-browsers",
  needsBuild: true,
  count: countOtherBrowserTests,
};
const POWER_CUTS: Step = { script: "test:power-cuts", count: countPowerCutTests };
const CLUSTER: Step = { script: "test:cluster", needsBuild: true, count: countClusterTests };
const UNIT = { count: countUnitTests, keepsFilesInMemory: true } as const;
const BROWSER = { needsBuild: true, count: countBrowserTests, keepsFilesInMemory: true } as const;

const stepsOf: Record<string, readonly Step[]> = {
  "": [
    { script: "format:check" },
    { script: "typecheck" },
    { script: "lint" },
    BUILD,
    { script: "test:main", ...UNIT },
    { script: "test:journeys", ...BROWSER },
  ],
  "--all": [
    { script: "format:check" },
    { script: "typecheck" },
    { script: "lint" },
    { script: "unused" },
    // Before the unit tests: one of them starts the built server.
    BUILD,
    { script: "size", needsBuild: true },
    { script: "test:unit", ...UNIT },
    { script: "test:e2e", ...BROWSER },
    OTHER_BROWSERS,
    CLUSTER,
    POWER_CUTS,
  ],
  "--other-browsers": [BUILD, OTHER_BROWSERS, CLUSTER, POWER_CUTS],
};
const [asked = ""] = process.argv.slice(2);
const steps = stepsOf[asked];
if (!steps) throw new Error(`There is no ${asked}: --all or --other-browsers`);

interface Count {
  passed: number;
  failed: number;
  failures?: readonly string[];
}

function countUnitTests(): Count {
  return countVitest("test-results/unit.json");
}

function countClusterTests(): Count {
  return countVitest("test-results/cluster.json");
}

function countPowerCutTests(): Count {
  return countVitest("test-results/power-cuts.json");
}

/** A file that fails before its first test is one failure. */
function countVitest(path: string): Count {
  const report = readReport(path) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      status: string;
      message?: string;
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
    }[];
  } | null;
  if (report === null) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failureLine(name, fullName, failureMessages?.[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    failures: [...failures, ...brokenFiles.map(({ name, message }) => failureLine(name, "", message))],
  };
}

/** A long log is often cut, so its end repeats what failed. */
function failureLine(file: string, title: string, message = ""): string {
  return `${relative(process.cwd(), file)} › ${title}: ${message.replace(/\n.*/s, "").slice(0, 200)}`;
}

function countBrowserTests(): Count {
  return countPlaywright("test-results/browser.json");
}

function countOtherBrowserTests(): Count {
  return countPlaywright("test-results/other-browsers.json");
}

function countPlaywright(path: string): Count {
  const report = readReport(path) as {
    config: { rootDir: string };
    suites: PlaywrightSuite[];
    stats: { expected: number; unexpected: number; flaky: number };
    errors: { message?: string }[];
  } | null;
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  const failures = report.suites.flatMap(specsOf).flatMap(({ ok, title, file, tests }) => {
    const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message;
    return ok ? [] : [failureLine(join(report.config.rootDir, file), title, message)];
  });
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    failures: [...failures, ...report.errors.map(({ message }) => failureLine("", "", message))],
  };
}

interface PlaywrightSpec {
  title: string;
  ok: boolean;
  file: string;
  tests: { results: { error?: { message?: string } }[] }[];
}

interface PlaywrightSuite {
  specs: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

function specsOf(suite: PlaywrightSuite): PlaywrightSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

const IN_MEMORY = "/dev/shm";
/** Many times the tests' need. A container may have as little as 64 MB. */
const ENOUGH_BYTES = 2 ** 30;

/**
 * Null if none has enough space. On disk, fsync at every commit takes a quarter of the server tests' time.
 */
function openMemoryFolder(): { path: string; discard: () => void } | null {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory() / 2) < ENOUGH_BYTES) return null;
  } catch {
    return null;
  }
  const path = mkdtempSync(join(IN_MEMORY, "shelv-tests-"));
  return { path, discard: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

rmSync("test-results", { recursive: true, force: true });

const total: Count = { passed: 0, failed: 0 };
const failedScripts: string[] = [];
const allFailures: string[] = [];
for (const { script, needsBuild, count, keepsFilesInMemory } of steps) {
  if (needsBuild && failedScripts.includes("build")) {
    console.log(`\n── ${script} is left out: there is no build`);
    continue;
  }
  console.log(`\n── ${script}`);
  // The shell also finds Windows' pnpm.cmd; script names are constants.
  const memory = keepsFilesInMemory ? openMemoryFolder() : null;
  const env = memory ? { ...process.env, TMPDIR: memory.path } : process.env;
  const { status } = spawnSync(`pnpm run ${script}`, {
    shell: true,
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  memory?.discard();
  const { passed, failed, failures = [] } = count?.() ?? { passed: 0, failed: 0 };
  total.passed += passed;
  allFailures.push(...failures);
  // Errors outside every test, such as a crashed worker, are in no report.
  if (count && status !== 0 && failed === 0)
    allFailures.push(`${script} ended with ${status}, see its output`);
  total.failed += status === 0 ? failed : Math.max(failed, 1);
  if (status !== 0) failedScripts.push(script);
}

if (failedScripts.length > 0) console.log(`\nFailed: ${failedScripts.join(", ")}`);
for (const failure of allFailures) console.log(`  ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
