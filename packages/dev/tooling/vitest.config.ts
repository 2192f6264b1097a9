import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "lightningcss";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { injectFaults } from "@shelv/simulator/faults/inject-faults";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Numbers of random cases by mode; environment variables override them. */
const CASES: Record<string, Record<string, string>> = {
  main: { SIM_SEEDS: "20" },
  long: {
    FUZZ_REQUESTS: "20000",
    FUZZ_SEED: String(Date.now() % 2 ** 31),
    SIM_SEEDS: "1000",
    SIM_POSTGRES_SEEDS: "100",
    POPULATION: "10000",
    RACE_MUTATIONS: "24000",
    RACE_KILLS: "200",
    RACE_READS: "1000",
    RACE_DELETIONS: "1000",
    FAIL_OVERS: "10",
    POWER_CUTS: "300",
  },
};

/** `npm test` (`--mode main`) has no PostgreSQL, few simulated worlds, and none of these files. */
const ONLY_ALL = [
  // Attacks and random requests, a population of visitors.
  "sync-server/bench/abuse/abuse.test.ts",
  "sync-server/conformance/fuzz.test.ts",
  "sync-server/src/analytics/population.test.ts",
  // A comparison of the link reader with Chromium.
  "packages/dev/web-bench/src/read-pages-like-chromium.test.ts",
  "packages/dev/simulator/src/faults/faults.test.ts",
];

/**
 * Minifies CSS as the build does, after Vite has inlined a file's imports: tests measure the page that
 * visitors get.
 */
const minifyInlinedCss: Plugin = {
  name: "minify-inlined-css",
  enforce: "post",
  transform(code, filename) {
    const [, css] = filename.endsWith(".css?inline")
      ? (/^export default (".*");?\s*$/s.exec(code) ?? [])
      : [];
    if (css === undefined) return null;
    const minified = transform({ filename, code: Buffer.from(JSON.parse(css) as string), minify: true }).code;
    return `export default ${JSON.stringify(minified.toString())}`;
  },
};

/** Needs Debian's Patroni, etcd and HAProxy, which it installs: `test:cluster` and `test:long`. */
const FAIL_OVER = "packages/dev/fail-over/src/fail-over.test.ts";
const SIMULATOR = "packages/dev/simulator/src/**/*.test.ts";

/**
 * Their answers depend on what the database does. The rest of the server asks it nothing else: to encode
 * pictures or to render pages again would take minutes.
 */
const ON_POSTGRES = [
  "sync-server/src/{accounts,analytics,bus,commands,database,domains,jobs,routes,shelves,sign-in}/**/*.test.ts",
  "sync-server/src/{links/jobs,mail/digest}/*.test.ts",
  "sync-server/src/http/rate-limits/*.test.ts",
  "sync-server/src/pictures/sweep-pictures.test.ts",
  "sync-server/src/pictures/storage/{claim-pictures,postgres/*}.test.ts",
  "sync-server/src/page/{content/page-bounds,cache/page-cache,serve-crawlers}.test.ts",
  "sync-server/{conformance,processes}/**/*.test.ts",
  "packages/dev/simulator/src/simulate.test.ts",
];
const ASK_NO_DATABASE = [
  "**/{arbitrary-of,digest-week,event-stream,fresh-events,group-commit,host-politeness,memory-rate-limiter}.test.ts",
  "**/{claim-turns,docs-routes,fair-queue,read-export,shared-queues}.test.ts",
  "**/{day-table,name-lookup,next-domain,open-archive,page-cache,parse-domain,verify-dns}.test.ts",
  "**/analytics/visitor/{is-visitor-agent,location,referrer,visitor-agent}.test.ts",
];
/**
 * Modules without state, tests that set no globals: a process of its own costs a file more than all its
 * tests.
 */
const HOLD_NO_STATE = [
  "web/{budgets,build}/*.test.ts",
  "web/src/{manifest,pictures,routes,ui}/**/*.test.{ts,tsx}",
  "web/src/words/{format,screens}/*.test.ts",
  "web/src/domain/{account,chart,pwa,tray,items/fields}/*.test.{ts,tsx}",
  "web/src/domain/background-removal/{mask,touch-up}/*.test.ts",
  "web/src/features/{appearance,items,navigation,profile,shelves}/**/*.test.ts",
];
const ONLY_LONG = "**/*.long.test.ts";
const ONLY_SQLITE = "**/*.sqlite.test.ts";
const ONLY_POSTGRES = "sync-server/src/**/postgres/*.test.ts";

export default defineConfig(({ mode }) => ({
  root,
  plugins: [minifyInlinedCss],
  test: {
    // For a busy machine: pictures are encoded by a low-priority process. A test that waits in vain still
    // ends.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    // V8's registry of code pages sometimes misses one where threads load WebAssembly, and ends the process
    // (nodejs/node#64500).
    execArgv: ["--no-memory-protection-keys"],
    env: mode in CASES ? { ...CASES[mode], ...process.env } : {},
    exclude: mode === "main" ? ONLY_ALL : [],
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "{packages/*,packages/dev/*,sync-server}/src/**/*.test.{ts,tsx}",
            "sync-server/{bench,conformance}/**/*.test.ts",
          ],
          exclude: [SIMULATOR, ONLY_POSTGRES, FAIL_OVER],
          // No global state; loading modules for each file took two fifths of the time.
          isolate: false,
        },
      },
      ...(mode === "main" ? [] : [postgres(mode)]),
      {
        extends: true,
        plugins: [injectFaults(root)],
        test: { name: "simulator", include: [SIMULATOR], isolate: false },
      },
      ...(mode === "cluster" || mode === "long"
        ? [{ extends: true as const, test: { name: "fail-over", include: [FAIL_OVER] } }]
        : []),
      // Modules hold a page's state: each file gets fresh ones.
      {
        extends: true,
        test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}"], exclude: HOLD_NO_STATE },
      },
      { extends: true, test: { name: "web-stateless", include: HOLD_NO_STATE, isolate: false } },
    ],
    /** The default number of workers would leave one of two cores idle. */
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    css: { include: [/\?inline$/] },
    reporters: ["default", "json"],
    outputFile: {
      json: `test-results/${mode === "cluster" || mode === "power-cuts" ? mode : "unit"}.json`,
    },
  },
}));

const postgres = (mode: string) => ({
  extends: true as const,
  plugins: [injectFaults(root)],
  test: {
    name: "postgres",
    include: ON_POSTGRES,
    exclude: [
      ONLY_SQLITE,
      ...ASK_NO_DATABASE,
      ...(mode === "long" || mode === "power-cuts" ? [] : [ONLY_LONG]),
    ],
    isolate: false,
    globalSetup: ["sync-server/src/testing/postgres/global-setup.ts"],
  },
});

const LONGEST = [
  "packages/dev/simulator/src/simulate.test.ts",
  "sync-server/bench/abuse/abuse.test.ts",
  "packages/dev/simulator/src/faults/faults.test.ts",
  "sync-server/src/pictures/store-picture.test.ts",
].map((file) => join(root, file));
for (const file of LONGEST) if (!existsSync(file)) throw new Error(`${file} does not exist`);

/**
 * Starts the longest files first, so that no worker is left alone with one at the end. Vitest knows no
 * durations in a fresh clone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer of Vitest is not an array
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((file) => sorted.filter(({ moduleId }) => join(moduleId) === file));
    return [...new Set([...long, ...sorted])];
  }
}
