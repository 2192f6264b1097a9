import { join } from "node:path";
import autocannon, { type Request } from "autocannon";
import { openDatabase } from "../src/database/open-database.ts";
import type { Bench } from "./bench.ts";
import { bigAccounts } from "./big-accounts.ts";

const PAGES = 200;
const CONNECTIONS = 100;
const SECONDS = 8;
const GOAL = 3000;
/** A view and clicks on different items. */
const EVENTS_A_VISITOR = 4;
const PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

/**
 * Views and clicks that are on the disk when they are answered, of many visitors on many pages, none of them twice, so that
 * every one counts. Afterwards the database has to hold just as many as were answered.
 */
export const track: Bench = async ({ origin, dataFolder }) => {
  const pages = await bigAccounts(dataFolder, { prefix: `tracked-${Math.random()}`, count: PAGES });
  let sent = 0;
  const setupRequest = (request: Request): Request => {
    const visitor = Math.floor(sent / EVENTS_A_VISITOR);
    const page = pages[visitor % pages.length];
    const nth = sent % EVENTS_A_VISITOR;
    sent += 1;
    const event = nth === 0 ? { eventType: "view" } : { eventType: "click", itemId: page?.itemIds[(visitor + nth) % page.itemIds.length] };
    return {
      ...request,
      headers: { "Content-Type": "text/plain;charset=UTF-8", "User-Agent": PHONE, "X-Forwarded-For": addressOf(visitor) },
      body: JSON.stringify({ username: page?.username, ...event }),
    };
  };
  const run = (duration: number) =>
    autocannon({ url: origin, connections: CONNECTIONS, duration, requests: [{ method: "POST", path: "/api/analytics/track", setupRequest }] });

  await run(2);
  const before = await countedEvents(dataFolder);
  const { "2xx": answered, non2xx, errors, timeouts, duration, latency } = await run(SECONDS);
  const counted = (await countedEvents(dataFolder)) - before;
  const perSecond = Math.round(answered / duration);
  const isWhole = non2xx + errors + timeouts === 0 && counted >= answered;
  return [{
    what: "views and clicks, on the disk when answered",
    figure: `${perSecond} events/s (${latency.p50} ms at the median, ${latency.p99} ms at p99; ${answered} answered, ${counted} counted)`,
    goal: `≥ ${GOAL} events/s, none lost`,
    isMet: perSecond >= GOAL && isWhole,
  }];
};

/** A public IPv4 address of its own for each number. */
const addressOf = (number: number) => `81.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

async function countedEvents(dataFolder: string): Promise<number> {
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const { counted } = await db.reader
    .selectFrom("analytics_count")
    .select((eb) => eb(eb.fn.sum<number>("views"), "+", eb.fn.sum<number>("clicks")).as("counted"))
    .where("kind", "=", "page")
    .executeTakeFirstOrThrow();
  await db.close();
  return counted ?? 0;
}
