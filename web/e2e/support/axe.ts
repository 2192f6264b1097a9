/** Injected once a page: for each check it takes four times as long. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, run } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * WCAG 2.2 A and AA and axe's best practices, or `rules` alone; one line per finding. The preview's frame
 * allows no script: check it as its own page.
 */
export async function axeFindings(
  page: Page,
  { rules, within = "html" }: { rules?: readonly string[]; within?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(`${AXE};0`);
  return page.evaluate(
    async ({ runOnly, context }) => {
      // Half-faded content has half its contrast, and a toast may appear: then the check runs again.
      const { axe } = globalThis as unknown as { axe: { run: typeof run } };
      let moved = 0;
      const note = () => (moved += 1);
      const untilStill = () =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter(
              ({ effect, playState, timeline }) =>
                playState === "running" &&
                timeline instanceof DocumentTimeline &&
                effect?.getComputedTiming().endTime !== Infinity,
            )
            .map(({ finished }) => finished),
        );
      const starts = ["animationstart", "transitionrun"];
      for (const event of starts) addEventListener(event, note, true);
      let violations: AxeResults["violations"] = [];
      for (let looks = 0; looks < 5; looks += 1) {
        await untilStill();
        moved = 0;
        ({ violations } = await axe.run(context, { runOnly, iframes: false, resultTypes: ["violations"] }));
        // An animation's events may be late: a second run without movement decides.
        if (violations.length === 0 || (moved === 0 && looks > 0)) break;
        await new Promise(requestAnimationFrame);
      }
      for (const event of starts) removeEventListener(event, note, true);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`),
      );
    },
    {
      context: within,
      runOnly: rules ? { type: "rule" as const, values: [...rules] } : { type: "tag" as const, values: TAGS },
    },
  );
}
