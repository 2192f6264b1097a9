import { join } from "node:path";
import { DAY_MS } from "#analytics/day";
import { rollUp } from "#analytics/count-events";
import { addCounts } from "#database/analytics-rows";
import { openDatabase } from "#database/open-database";
import type { Bench, Line } from "./bench.ts";
import { addPage } from "./big-accounts.ts";
import type { BenchServer } from "./start-bench-server.ts";

const EVENTS = 1_000_000;
const DAYS = 730;
const AT_ONCE = 20_000;
const REQUESTS = 400;
const GOAL_MS = 5;

/** The dashboard's figures for an owner with a million events over two years, one request after another. */
export const summary: Bench = async (server) => {
  const headers = await server.signUp("much-visited");
  await addEvents(server, headers);
  const lines: Line[] = [];
  for (const [name, goalMs] of [
    ["summary", GOAL_MS],
    ["series?days=365", null],
    ["shelves", null],
    ["popular-items", null],
  ] as const) {
    const medianMs = await medianOf(`${server.origin}/api/analytics/${name}`, headers);
    const goal = goalMs === null ? "" : `< ${goalMs} ms`;
    lines.push({
      what: `${name} of ${EVENTS} events`,
      figure: `${medianMs.toFixed(2)} ms at the median`,
      goal,
      isMet: goalMs === null || medianMs < goalMs,
    });
  }
  return lines;
};

async function addEvents({ origin, dataFolder }: BenchServer, headers: { Cookie: string }): Promise<void> {
  const { id: userId } = (await (await fetch(`${origin}/api/auth/me`, { headers })).json()) as { id: string };
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const { shelfIds, itemIds } = await db.writer.transaction().execute((trx) => addPage(trx, userId));
  const shelves = shelfIds.map((id) => ({ userId, id }));
  const now = Date.now();
  for (let added = 0; added < EVENTS; added += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_, index) => {
      const number = added + index;
      const at = now - (number % DAYS) * DAY_MS;
      if (number % 3 !== 0) return { userId, at, type: "view" as const, item: null };
      const nth = Math.floor(number / 3) % itemIds.length;
      return {
        userId,
        at,
        type: "click" as const,
        item: { id: itemIds[nth] ?? "", shelfId: shelfIds[nth % shelfIds.length] ?? "" },
      };
    });
    await addCounts(db.writer, rollUp(events, shelves));
  }
  await db.close();
}

async function medianOf(url: string, headers: { Cookie: string }): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const start = performance.now();
    const answer = await fetch(url, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[REQUESTS / 2] ?? Number.NaN;
}
