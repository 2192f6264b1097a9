/** Axe in the page that it looks at, put there once: a tool that brings it anew for each look takes four times as long. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, run } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * WCAG 2.2 A and AA and axe's best practices, or `rules` alone; each finding is one readable line. What stands in a frame is
 * looked at where it is a page of its own: a preview's frame takes no script, and so no axe. `within` looks at nothing else.
 */
export async function axeFindings(
  page: Page,
  { rules, within = "html" }: { rules?: readonly string[]; within?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(`${AXE};0`);
  return page.evaluate(
    async ({ runOnly, context }) => {
      // What is half faded in has half its contrast. A toast may arrive while axe looks: then it looks again.
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
        // What began while it looked may be told too late: what is found counts once it is found again of a page that stood still.
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
