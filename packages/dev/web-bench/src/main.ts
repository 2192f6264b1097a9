/**
 * `pnpm bench web`: the built app with 10,000 items, offline, with the main thread four times slower (CDP's
 * CPU throttling). Start: beside an empty React page cached by a service worker. Gestures: the 98th
 * percentile of fifty, beside that page's response. `--only=start,gestures,drags,landings,shifts` runs a
 * part, `--gesture=range` gestures with this word in the name; `--slowdown=2` suits a machine at half its
 * usual speed.
 */
import { expect, request } from "@playwright/test";
import type { Line } from "sync-server/bench/bench";
import { ensureEmojiFont, NO_EMOJI_FONT } from "web/e2e/support/browsers/emoji-font";
import { untilAppCached } from "web/e2e/support/page/cached-app";
import { storedViews } from "web/e2e/support/page/stored-views";
import { TestServer } from "web/e2e/support/server";
import { signIn } from "web/e2e/support/steps/sign-up";
import { join } from "node:path";
import { dayOf } from "sync-server/analytics/day";
import { DayTable } from "sync-server/analytics/days/day-table";
import { dayRow } from "sync-server/analytics/days/stored-days";
import { addVisits } from "sync-server/bench/analytics/visits";
import { type StoredDay, writeDays } from "sync-server/analytics/tables/analytics-days";
import { openDatabase } from "sync-server/database/open-database";
import { addPage, type BigPage } from "sync-server/bench/big-accounts";
import { emailOf, postAsNewOwner } from "web/e2e/support/owner-request";
import { coldStartLine } from "./cold-start.ts";
import { dragFramesLine } from "./drag-frames.ts";
import { landingFramesLine } from "./landing-frames.ts";
import { gestureLines } from "./gesture-lines.ts";
import { gestures } from "./gestures.ts";
import { serveEmptyPage } from "./serve-empty-page.ts";
import { shiftLine } from "./shift-line.ts";
import { SlowBrowser } from "./slow-browser.ts";

const ITEMS = 10_000;
const SHELVES = 500;
const SYNCED_WITHIN_MS = 120_000;
const CATEGORIES = ["New", "Old", "Borrowed"];

const VISITED_DAYS = 180;
const EVENTS_PER_DAY = 400;

/** A mid-range phone, as Lighthouse assumes. */
const SLOWDOWN = 4;

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const only = option("only")?.split(",");
const isWanted = (part: string) => only === undefined || only.includes(part);

if (!ensureEmojiFont()) console.warn(NO_EMOJI_FONT);
const server = await TestServer.start({ PLAN_LIMITS: "off" });
const emptyPage = await serveEmptyPage();
const slowdown = Number(option("slowdown") ?? SLOWDOWN);
const browser = await SlowBrowser.install(slowdown);
/** Of the owner of many shelves. */
const second = await SlowBrowser.install(slowdown);
try {
  const owner = await makeOwnerOfMany(server, "many", { shelves: 2, itemsOnEach: ITEMS / 2 });
  await prepare(owner);
  const ofBoards = isWanted("drags") || isWanted("landings") ? await prepareShelves() : null;
  // Emulated offline mode does not reach the worker, which would send pending changes during a gesture.
  await Promise.all([server.stop(), emptyPage.stop()]);
  const lines = await measure(owner, ofBoards);
  if (process.send) process.send(lines);
  else console.log(lines);
} finally {
  await browser.remove();
  await second.remove();
  await emptyPage.discard();
  await server.discard();
  process.disconnect?.();
}

async function prepare(owner: OwnerOfMany): Promise<void> {
  const page = await browser.start({ isSlow: false, isOffline: false });
  await page.goto(emptyPage.address);
  await untilAppCached(page);
  await page.goto(server.address);
  await signIn(page, server, owner, server.address);
  await page.goto(`${server.address}/items`);
  await expect(page.getByText(`${ITEMS} items`)).toBeVisible({ timeout: SYNCED_WITHIN_MS });
  await page.goto(`${server.address}/dashboard/stats`);
  await expect
    .poll(async () => (await storedViews(page)).length, { timeout: SYNCED_WITHIN_MS })
    .toBeGreaterThanOrEqual(3);
  await untilAppCached(page);
}

async function prepareShelves(): Promise<OwnerOfMany> {
  const owner = await makeOwnerOfMany(server, "boards", { shelves: SHELVES, itemsOnEach: 6 });
  const page = await second.start({ isSlow: false, isOffline: false });
  await page.goto(server.address);
  await signIn(page, server, owner, server.address);
  await page.goto(`${server.address}/shelves`);
  await expect(page.getByRole("article")).toHaveCount(SHELVES, { timeout: SYNCED_WITHIN_MS });
  await expect(page.getByText("Saved everywhere")).toBeVisible({ timeout: SYNCED_WITHIN_MS });
  await untilAppCached(page);
  return owner;
}

async function measure(
  { shelfIds: [shelfId = ""] }: OwnerOfMany,
  ofBoards: OwnerOfMany | null,
): Promise<Line[]> {
  const lines: Line[] = [];
  const origins = { app: server.address, empty: emptyPage.address };
  if (isWanted("start")) lines.push(await coldStartLine(browser, origins, ITEMS));
  if (isWanted("gestures"))
    lines.push(
      ...(await gestureLines(
        browser,
        origins,
        gestures({ items: ITEMS, shelfId }).filter(({ what }) => what.includes(option("gesture") ?? "")),
      )),
    );
  if (isWanted("drags")) {
    const wall = {
      address: `${server.address}/shelves/${shelfId}`,
      things: `section ul[aria-label^="Items of "] li[data-row="0"] > a`,
    };
    const boards = { address: `${server.address}/shelves`, things: "[data-thing] > a" };
    lines.push(
      await dragFramesLine(browser, { what: `a thing dragged on a wall of ${ITEMS / 2}`, ...wall }),
      await dragFramesLine(second, { what: `a thing dragged over ${SHELVES} boards`, ...boards }),
    );
  }
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
      "/dashboard/stats",
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
  if (isWanted("landings"))
    lines.push(
      await landingFramesLine(second, {
        what: "a new thing lands on its board",
        address: `${server.address}/shelves/${ofBoards?.shelfIds[0]}`,
      }),
    );
  return lines;
}

type OwnerOfMany = BigPage & { email: string };

/** An owner after setup, with items on shelves, written to the database: the API would take an hour. */
async function makeOwnerOfMany(
  server: TestServer,
  username: string,
  of: { shelves: number; itemsOnEach: number },
): Promise<OwnerOfMany> {
  const email = emailOf(username);
  const http = await request.newContext({ baseURL: server.address });
  const post = await postAsNewOwner(http, server, { username });
  await post("/api/complete-onboarding", { multipart: { trial: "false" } });
  const page = await writeItems(server.dataDir, email, of);
  for (const id of page.shelfIds.slice(0, 2))
    for (const name of CATEGORIES) await post(`/api/shelves/${id}/categories`, { data: { name } });
  await http.dispose();
  return { email, ...page };
}

async function writeItems(
  dataDir: string,
  email: string,
  of: { shelves: number; itemsOnEach: number },
): Promise<BigPage> {
  const db = await openDatabase(join(dataDir, "shelv.db"));
  const { id } = await db.reader
    .selectFrom("user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const page = await db.writer.transaction().execute((trx) => addPage(trx, id, of));
  await writeDays(db.writer, visitedDays(id, page));
  await db.close();
  return page;
}

function visitedDays(userId: string, page: BigPage): StoredDay[] {
  const today = dayOf(Date.now());
  return Array.from({ length: VISITED_DAYS }, (_, ago) => {
    const table = new DayTable();
    addVisits(table, page, { events: EVENTS_PER_DAY + 7 * (ago % 9), seed: ago });
    return dayRow(userId, today - ago, table);
  });
}
