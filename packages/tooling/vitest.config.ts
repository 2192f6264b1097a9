import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { transform } from "lightningcss";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How far the tests go that draw their cases, in `--mode long`; what the environment says of it goes before. */
const LONG = { FUZZ_REQUESTS: "20000", FUZZ_SEED: String(Date.now() % 2 ** 31), SIM_SEEDS: "1000" };

/** Style sheets imported as text are minified, as in the build: tests measure the page that visitors get. */
const minifyInlinedCss: Plugin = {
  name: "minify-inlined-css",
  enforce: "pre",
  transform(code, filename) {
    if (!filename.endsWith(".css?inline")) return null;
    return transform({ filename, code: Buffer.from(code), minify: true }).code.toString();
  },
};

/** Unit and simulation tests of every workspace; the browser's tests are Playwright's (web/e2e). */
export default defineConfig(({ mode }) => ({
  root,
  plugins: [minifyInlinedCss],
  test: {
    // For a busy machine: a test that waits for what never happens still ends. Pictures are made by a process that gives way to all others.
    testTimeout: 30_000,
    env: mode === "long" ? { ...LONG, ...process.env } : {},
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["{packages/*,sync-server}/src/**/*.test.{ts,tsx}", "sync-server/bench/**/*.test.ts"],
          // They hold nothing of their own beside what a test opens: to read all modules anew for each file took two fifths of the time.
          isolate: false,
        },
      },
      // Pages' modules hold what a page holds, and each file's tests begin with a page of their own.
      {
        extends: true,
        test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}", "web/{budgets,build}/*.test.ts"] },
      },
    ],
    /** Nobody works beside them: Vitest would leave one of two cores to rest. */
    maxWorkers: availableParallelism(),
    // Style sheets that are imported as text are part of what the server sends; others draw nothing here.
    css: { include: [/\?inline$/] },
    reporters: ["default", "json"],
    outputFile: { json: "test-results/unit.json" },
  },
}));
