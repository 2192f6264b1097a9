import { existsSync, readFileSync } from "node:fs";

export interface Count {
  passed: number;
  failed: number;
}

/** Vitest's report. A file that fails before its first test is one failure. */
export function countUnitTests(): Count {
  const report = readReport("test-results/unit.json") as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  } | null;
  if (report === null) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/** Playwright's reports. Errors outside a test count too. */
export const countBrowserTests = () => countPlaywright("test-results/browser.json");
export const countOtherBrowserTests = () => countPlaywright("test-results/other-browsers.json");

function countPlaywright(path: string): Count {
  const report = readReport(path) as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  } | null;
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}
