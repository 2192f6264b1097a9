/**
 * `pnpm bench web`: the built app on a phone four times slower than this machine (CDP's CPU throttling of the page's main thread),
 * with 10,000 items on the device, without a network. How soon it opens is told beside an empty React page that a service worker
 * keeps in the same way; how soon it answers, as the 98th percentile of fifty times and beside that page's answer (painted-after.ts says how that is taken,
 * calm-minutes.ts when it is taken again).
 * `--only=start,gestures,shifts` measures a part; `--slowdown=2` is for a machine that is at half its usual speed itself.
 */
import { expect } from "@playwright/test";
import type { Line } from "sync-server/bench/bench";
import { ensureEmojiFont, NO_EMOJI_FONT } from "web/e2e/emoji-font";
import { untilKept } from "web/e2e/kept-app";
import { TestServer } from "web/e2e/server";
import { signIn } from "web/e2e/sign-up";
import { coldStartLine } from "./cold-start.ts";
import { gestureLines } from "./gesture-lines.ts";
import { gestures } from "./gestures.ts";
import { makeOwnerOfMany, type OwnerOfMany } from "./owner-of-many.ts";
import { serveEmptyPage } from "./serve-empty-page.ts";
import { shiftLine } from "./shift-line.ts";
import { SlowBrowser } from "./slow-browser.ts";

const ITEMS = 10_000;
const SYNCED_WITHIN_MS = 120_000;

/** A phone of the middle sort, as Lighthouse takes it to be beside a desktop machine. */
const SLOWDOWN = 4;

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const only = option("only")?.split(",");
const isWanted = (part: string) => only === undefined || only.includes(part);

if (!ensureEmojiFont()) console.warn(NO_EMOJI_FONT);
const server = await TestServer.start();
const emptyPage = await serveEmptyPage();
const browser = await SlowBrowser.install(Number(option("slowdown") ?? SLOWDOWN));
try {
  const owner = await makeOwnerOfMany(server, ITEMS);
  await prepare(owner);
  // A page that is told to be offline has a worker that is not: it would send what waits in the midst of the next gesture.
  await Promise.all([server.stop(), emptyPage.stop()]);
  const lines = await measure(owner);
  if (process.send) process.send(lines);
  else console.log(lines);
} finally {
  await browser.remove();
  await emptyPage.discard();
  await server.discard();
  process.disconnect?.();
}

/** The app and its 10,000 items, and the empty page, are on the device. */
async function prepare(owner: OwnerOfMany): Promise<void> {
  const page = await browser.start({ isSlow: false, isOffline: false });
  await page.goto(emptyPage.address);
  await untilKept(page);
  await page.goto(server.address);
  await signIn(page, server, owner, server.address);
  await page.goto(`${server.address}/items`);
  // The first sync comes in steps.
  await expect(page.getByText(`${ITEMS} items`)).toBeVisible({ timeout: SYNCED_WITHIN_MS });
  await untilKept(page);
}

async function measure({ shelfIds: [shelfId = ""] }: OwnerOfMany): Promise<Line[]> {
  const lines: Line[] = [];
  const origins = { app: server.address, empty: emptyPage.address };
  if (isWanted("start")) lines.push(await coldStartLine(browser, origins, ITEMS));
  if (isWanted("gestures"))
    lines.push(...(await gestureLines(browser, origins, gestures({ items: ITEMS, shelfId }))));
  if (isWanted("shifts")) {
    const account = ["profile", "style", "settings", "links"].map((tab) => `/account?tab=${tab}`);
    const shelf = `/shelves/${shelfId}`;
    const forms = [
      "/shelves?shelf=new",
      `${shelf}?edit=shelf`,
      `${shelf}?category=new`,
      `${shelf}?item=new`,
      "/items?item=new",
    ];
    const paths = [
      "/dashboard",
      "/shelves",
      shelf,
      `${shelf}/preview`,
      ...forms,
      "/items",
      "/appearance",
      "/profile",
      ...account,
      "/unsaved",
      "/share",
    ];
    lines.push(await shiftLine(browser, server.address, paths));
  }
  return lines;
}
