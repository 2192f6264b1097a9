import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Unit and simulation tests of every workspace; the browser's tests are Playwright's (web/e2e). */
export default defineConfig({
  root,
  test: {
    include: ["{packages/*,sync-server,web}/src/**/*.test.{ts,tsx}"],
    // Style sheets that are imported as text are part of what the server sends; others draw nothing here.
    css: { include: [/\?inline$/] },
    reporters: ["default", "json"],
    outputFile: { json: "test-results/unit.json" },
  },
});
