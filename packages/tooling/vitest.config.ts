import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Unit and simulation tests of every workspace; the browser's tests are Playwright's (web/e2e). */
export default defineConfig({
  root,
  test: {
    include: ["{packages/*,sync-server,web}/src/**/*.test.{ts,tsx}"],
    reporters: ["default", "json"],
    outputFile: { json: "test-results/unit.json" },
  },
});
