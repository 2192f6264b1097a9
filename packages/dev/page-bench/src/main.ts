/**
 * Browser part of `pnpm bench page`: Lighthouse scores, and the time to first sight of a page compared with
 * the same bytes as files on nginx. Runs alternate. `--install` installs Lighthouse, and nginx on Debian.
 */
import type { Line } from "sync-server/bench/bench";
import { furnishPage } from "sync-server/bench/furnish-page";
import { startBenchServer } from "sync-server/bench/start-bench-server";
import { findChromium } from "web/e2e/support/browsers/chromium";
import { ensureEmojiFont, NO_EMOJI_FONT } from "web/e2e/support/browsers/emoji-font";
import { installLighthouse, isLighthouseInstalled } from "./run-lighthouse.ts";
import { lighthouseLines, type MeasuredPage } from "./lighthouse-lines.ts";
import { paintLine } from "./paint-line.ts";
import { findNginx, freePort } from "./static-server.ts";

const PAGES: readonly MeasuredPage[] = [
  {
    name: "the public page",
    path: "/page-owner",
    goals: { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 },
  },
  {
    name: "the landing page",
    path: "/",
    goals: { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 },
  },
];

const mayInstall = process.argv.includes("--install");
const skipped = (what: string, why: string): Line => ({
  what,
  figure: `not measured: ${why}`,
  goal: "",
  isMet: true,
});

async function measure(): Promise<Line[]> {
  const chromium = findChromium();
  if (chromium === undefined) return [skipped("in a browser", "there is no Chromium")];
  if (mayInstall && !isLighthouseInstalled()) installLighthouse();
  if (!isLighthouseInstalled()) return [skipped("in a browser", "Lighthouse comes with `bench page`")];
  if (!ensureEmojiFont()) console.warn(NO_EMOJI_FONT);
  const port = String(await freePort());
  const server = await startBenchServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  try {
    await furnishPage(server, await server.signUp("page-owner"));
    const lines: Line[] = [];
    for (const page of PAGES) {
      const { ok } = await fetch(server.origin + page.path);
      lines.push(
        ...(ok
          ? await lighthouseLines(page, { server, chromium })
          : [skipped(page.name, "the web app is not built")]),
      );
    }
    const hasNginx = findNginx({ mayInstall });
    lines.push(
      hasNginx
        ? await paintLine("/page-owner", { server, chromium })
        : skipped("largest paint beside nginx", "there is no nginx"),
    );
    return lines;
  } finally {
    await server.stop();
  }
}

process.send?.(await measure());
process.disconnect?.();
