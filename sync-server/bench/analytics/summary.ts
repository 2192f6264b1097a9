import { join } from "node:path";
import { dayOf } from "#analytics/day";
import { DayTable } from "#analytics/days/day-table";
import { dayRow, sumUpDays } from "#analytics/days/stored-days";
import { type StoredDay, writeDays } from "#analytics/tables/analytics-days";
import { openDatabase } from "#database/open-database";
import type { Bench, Line } from "sync-server/bench/bench";
import { addPage, type BigPage } from "sync-server/bench/big-accounts";
import { median, percentile } from "sync-server/bench/side-by-side";
import { addVisits } from "./visits.ts";
import type { BenchServer } from "sync-server/bench/start-bench-server";

const EVENTS = 10_000_000;
const DAYS = 90;
const DIFFERENT_DAYS = 6;
const OLDER_DAYS = 640;
const REQUESTS = 300;
const GOAL_MS = 20;
const GOAL_P99_MS = 50;
const SUMMARY_GOAL_MS = 5;
const BYTES_PER_EVENT = 40;
const USUAL_EVENTS_PER_DAY = 200;

/** The dashboard's figures for an owner with ten million events in 90 days, one request after another. */
export const summary: Bench = async (server) => {
  const headers = await server.signUp("much-visited");
  await fetch(`${server.origin}/api/user/plan`, {
    method: "PUT",
    body: JSON.stringify({ plan: "pro" }),
    headers: { ...headers, "Content-Type": "application/json" },
  });
  const { itemId, bytes, usualBytes } = await addEvents(server, headers);
  const from = new Date(Date.now() - (DAYS - 1) * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const lines: Line[] = [
    {
      what: `a stored day of ${Math.round(EVENTS / DAYS)} events, and of ${USUAL_EVENTS_PER_DAY}`,
      figure: `${Math.round(bytes / 1024)} KB (${((bytes * DAYS) / EVENTS).toFixed(2)} B an event), ${usualBytes} B (${(usualBytes / USUAL_EVENTS_PER_DAY).toFixed(1)} B an event)`,
      goal: `≤ ${BYTES_PER_EVENT} B an event`,
      isMet: usualBytes / USUAL_EVENTS_PER_DAY <= BYTES_PER_EVENT,
    },
  ];
  for (const [name, goalMs] of [
    ["analytics/summary", SUMMARY_GOAL_MS],
    ["analytics/shelves", null],
    ["analytics/popular-items", null],
    [`analytics/breakdown?by=referrer&from=${from}`, GOAL_MS],
    [`analytics/breakdown?by=country&from=${from}&filterBy=referrer&filterValue=site-1.example`, GOAL_MS],
    [`analytics/breakdown?by=browser&from=${from}&itemId=${itemId}`, GOAL_MS],
    [`analytics/series?from=${from}`, GOAL_MS],
    [`overview/range?from=${from}`, null],
  ] as const) {
    const { medianMs, p99Ms } = await timesOf(`${server.origin}/api/${name}`, headers);
    lines.push({
      what: `${name.replaceAll(/=[\da-f-]{36}/g, "=…")} of ${EVENTS} events`,
      figure: `${medianMs.toFixed(1)} ms at the median, ${p99Ms.toFixed(1)} ms at p99`,
      goal: goalMs === null ? "" : `< ${goalMs} ms, p99 < ${GOAL_P99_MS} ms`,
      isMet: goalMs === null || (medianMs < goalMs && p99Ms < GOAL_P99_MS),
    });
  }
  return lines;
};

async function addEvents({ origin, dataFolder }: BenchServer, headers: { Cookie: string }) {
  const { id: userId } = (await (await fetch(`${origin}/api/auth/me`, { headers })).json()) as { id: string };
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const page = await db.writer.transaction().execute((trx) => addPage(trx, userId));
  const today = dayOf(Date.now());
  const rows = Array.from({ length: DIFFERENT_DAYS }, (_, seed) =>
    rowOf(userId, page, { events: EVENTS / DAYS, seed }),
  );
  const [usual, light] = [USUAL_EVENTS_PER_DAY, 20].map((events) =>
    rowOf(userId, page, { events, seed: 99 }),
  );
  const days: StoredDay[] = [];
  for (let ago = 0; ago < DAYS; ago += 1)
    days.push({ ...(rows[ago % rows.length] as StoredDay), day: today - ago });
  for (let ago = DAYS; ago < DAYS + OLDER_DAYS; ago += 1)
    days.push({ ...(light as StoredDay), day: today - ago });
  await writeDays(db.writer, days);
  for await (const _ of sumUpDays(db, { now: new Date(), seenMs: 0 }, null));
  await db.close();
  return {
    itemId: page.itemIds[0] ?? "",
    bytes: bytesOf(rows[0]),
    usualBytes: bytesOf(usual) + 100,
  };
}

const bytesOf = (row: StoredDay | undefined): number => (row ? row.counts.length + row.pairs.length : 0);

function rowOf(userId: string, page: BigPage, { events, seed }: { events: number; seed: number }): StoredDay {
  const table = new DayTable();
  addVisits(table, page, { events: Math.round(events), seed });
  return dayRow(userId, 0, table);
}

async function timesOf(
  url: string,
  headers: { Cookie: string },
): Promise<{ medianMs: number; p99Ms: number }> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const start = performance.now();
    const answer = await fetch(url, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    times.push(performance.now() - start);
  }
  return { medianMs: median(times), p99Ms: percentile(times, 0.99) };
}
