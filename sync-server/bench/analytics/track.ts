import { join } from "node:path";
import { openDatabase } from "#database/open-database";
import { PHONE } from "#testing/visitor";
import type { Bench } from "sync-server/bench/bench";
import { durableInsertsPerSecond } from "./durable-inserts.ts";
import { type BigAccount, bigAccounts } from "sync-server/bench/big-accounts";
import { askForMs, type BenchRequest } from "sync-server/bench/requests-per-second";

const PAGES = 200;
const CONNECTIONS = 100;
const WARM_UP_MS = 2000;
const MEASURED_MS = 8000;
const GOAL = 0.5;
const REFERRERS = ["", "https://l.instagram.com/", "https://www.google.com/", "https://blog.example.org/a/b"];
const EVENTS_PER_VISITOR = 4;

/** Many visitors on many pages, without duplicates: afterwards the database must contain all events. */
export const track: Bench = async ({ origin, dataFolder }) => {
  const url = `${origin}/api/analytics/track`;
  const visits = trackRequests(url, await bigAccounts(dataFolder, { prefix: "tracked", count: PAGES }));
  const asked = {
    url,
    connections: CONNECTIONS,
    next: visits.next,
  };
  const inserts = await durableInsertsPerSecond(dataFolder);
  await askForMs(WARM_UP_MS, asked);
  visits.skipToNewVisitors();
  const before = await countedEvents(dataFolder);
  const { answered, perSecond } = await askForMs(MEASURED_MS, asked);
  const counted = (await countedEvents(dataFolder)) - before;
  return [
    {
      what: "views and clicks, on the disk when answered",
      figure:
        `${(perSecond / inserts).toFixed(2)} × single durable inserts (${Math.round(perSecond)} events/s beside ` +
        `${Math.round(inserts)} inserts/s; ${answered} answered, ${counted} counted)`,
      goal: `≥ ${GOAL} ×, none lost`,
      isMet: perSecond >= GOAL * inserts && counted >= answered,
    },
  ];
};

/**
 * Each visitor views a page and clicks some items, over one connection: a click counts after its visitor's
 * view, and a server under load accepts one new connection per turn.
 */
export function trackRequests(url: string, pages: readonly BigAccount[]) {
  const sent = Array<number>(CONNECTIONS).fill(0);
  const next = (connection: number): BenchRequest => {
    const count = sent[connection] ?? 0;
    sent[connection] = count + 1;
    const visitor = Math.floor(count / EVENTS_PER_VISITOR) * CONNECTIONS + connection;
    const nth = count % EVENTS_PER_VISITOR;
    const { username, itemIds } = pages[visitor % pages.length] as BigAccount;
    const event =
      nth === 0
        ? { eventType: "view", referrer: REFERRERS[visitor % REFERRERS.length], utm: {} }
        : { eventType: "click", itemId: itemIds[(visitor + nth) % itemIds.length] };
    const headers = {
      "Content-Type": "text/plain;charset=UTF-8",
      "User-Agent": PHONE,
      "X-Forwarded-For": addressOf(visitor),
    };
    return { url, method: "POST", headers, body: JSON.stringify({ username, ...event }) };
  };
  const skipToNewVisitors = () => {
    for (const [connection, count] of sent.entries())
      sent[connection] = Math.ceil(count / EVENTS_PER_VISITOR) * EVENTS_PER_VISITOR;
  };
  return { next, skipToNewVisitors };
}

const addressOf = (number: number) => `81.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

async function countedEvents(dataFolder: string): Promise<number> {
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const { counted } = await db.reader
    .selectFrom("analytics_day")
    .select((eb) => eb(eb.fn.sum<number>("views"), "+", eb.fn.sum<number>("clicks")).as("counted"))
    .executeTakeFirstOrThrow();
  await db.close();
  return counted ?? 0;
}
