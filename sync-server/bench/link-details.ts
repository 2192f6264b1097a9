/**
 * Links of a loopback site whose pages take 50 ms: while an owner waits, after a sync, and in the weekly
 * checks. Its own server, which may read this machine. Takes minutes, so it runs only when named.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "#database/open-database";
import type { Bench, Line } from "./bench.ts";
import { bigAccounts } from "./big-accounts.ts";
import { memoryMb } from "./memory.ts";
import { median, percentile } from "./side-by-side.ts";
import { type BenchServer, postJson, startBenchServer } from "./start-bench-server.ts";

const PAGE_MS = 50;
const PASTES = 25;
const PASTE_GOAL_MS = 300;
const PAGES = 1000;
const PAGES_PER_ACCOUNT = 25;
const HOSTS = 50;
const HEALTH_GOAL_MS = 50;
const MEMORY_GOAL_MB = 300;
const CHECKS = 200;
const LINKS_PER_WEEK = 100_000;
const WEEK_S = 7 * 24 * 60 * 60;
const CORE_GOAL = 0.01;
const WITHIN_MS = 150_000;

export const linkDetails: Bench = async (_, { isAskedFor }) => {
  if (!isAskedFor) return [];
  const site = await startSite();
  const server = await startBenchServer({ OUTBOUND_ALLOW: `127.0.0.0/8:${site.port}` });
  try {
    return [
      await pastes(server, site.port),
      ...(await backgroundPages(server, site.port)),
      await checks(server, site),
    ];
  } finally {
    await server.stop();
    site.stop();
  }
};

async function startSite() {
  const page = `<!doctype html><html><head><title>Mug | Cups</title><meta property="og:title" content="Mug"><meta property="og:description" content="Made of clay."><script type="application/ld+json">{"@type":"Product","name":"Mug","offers":{"price":"8.00","priceCurrency":"USD"}}</script></head><body>${"<p>Text and more text.</p>".repeat(2000)}</body></html>`;
  const site = { port: 0, asked: 0, stop: () => {} };
  const server = createServer(({ url }, response) => {
    site.asked += 1;
    if (url === "/robots.txt") response.writeHead(404).end();
    else setTimeout(() => response.writeHead(200, { "Content-Type": "text/html" }).end(page), PAGE_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  site.port = (server.address() as AddressInfo).port;
  site.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return site;
}

async function pastes({ origin, signUp }: BenchServer, port: number): Promise<Line> {
  const headers = await signUp("pastes");
  const times: number[] = [];
  for (let at = 0; at < PASTES; at += 1) {
    const start = performance.now();
    await postJson(`${origin}/api/link-details`, { url: `http://127.0.0.1:${port}/${at}` }, headers);
    times.push(performance.now() - start);
  }
  const medianMs = median(times);
  return {
    what: `from a link to its details, over a page of ${PAGE_MS} ms`,
    figure: `${medianMs.toFixed(0)} ms at the median`,
    goal: `≤ ${PASTE_GOAL_MS} ms`,
    isMet: medianMs <= PASTE_GOAL_MS,
  };
}

async function backgroundPages({ origin, pid, dataFolder }: BenchServer, port: number): Promise<Line[]> {
  const size = { shelves: 1, itemsOnEach: PAGES_PER_ACCOUNT };
  await bigAccounts(dataFolder, { prefix: "reads", count: PAGES / PAGES_PER_ACCOUNT, ...size });
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const items = await db.reader.selectFrom("item").select(["user_id", "id"]).execute();
  await db.writer.transaction().execute(async (trx) => {
    for (const [nth, { user_id, id }] of items.entries()) {
      const host = `127.0.0.${(nth % HOSTS) + 1}`;
      await trx
        .updateTable("item")
        .set({ title: host, url: `http://${host}:${port}/${nth}`, details: "pending" })
        .where("user_id", "=", user_id)
        .where("id", "=", id)
        .execute();
      await trx.insertInto("link_job").values({ user_id, item_id: id, due_at: 0, tries: 0 }).execute();
    }
  });
  const health: number[] = [];
  let [mostMb, began] = [0, 0];
  await until(async () => {
    const start = performance.now();
    await (await fetch(`${origin}/healthz`)).text();
    health.push(performance.now() - start);
    mostMb = Math.max(mostMb, await memoryMb(pid));
    const left = await countOf(db, "pending");
    if (left < items.length && began === 0) began = performance.now();
    return left === 0;
  });
  const tookS = (performance.now() - began) / 1000;
  const done = items.length - (await countOf(db, "failed"));
  await db.close();
  const p99 = percentile(health, 0.99);
  return [
    {
      what: `${PAGES} pages read after a sync`,
      figure: `${done} in ${tookS.toFixed(1)} s`,
      goal: "all",
      isMet: done === PAGES,
    },
    {
      what: "/healthz beside them",
      figure: `${p99.toFixed(1)} ms at p99`,
      goal: `< ${HEALTH_GOAL_MS} ms`,
      isMet: p99 < HEALTH_GOAL_MS,
    },
    {
      what: "memory beside them",
      figure: `${mostMb} MB`,
      goal: `< ${MEMORY_GOAL_MB} MB`,
      isMet: mostMb < MEMORY_GOAL_MB,
    },
  ];
}

async function checks(
  { pid, dataFolder }: BenchServer,
  site: { port: number; asked: number },
): Promise<Line> {
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const items = await db.reader.selectFrom("item").select(["user_id", "id"]).limit(CHECKS).execute();
  await db.writer.transaction().execute(async (trx) => {
    await trx.deleteFrom("link_check").execute();
    for (const [nth, { user_id, id }] of items.entries()) {
      await trx
        .updateTable("item")
        .set({ url: `http://127.1.0.${nth + 1}:${site.port}/`, price: "" })
        .where("user_id", "=", user_id)
        .where("id", "=", id)
        .execute();
      await trx
        .insertInto("link_check")
        .values({ user_id, item_id: id, due_at: 0, misses: 0, missed_at: null })
        .execute();
    }
  });
  const askedBefore = site.asked;
  await until(async () => site.asked > askedBefore);
  const before = await cpuMs(pid);
  await until(async () => (await checkedOf(db)) === items.length);
  const each = ((await cpuMs(pid)) - before) / items.length;
  await db.close();
  const share = (each * LINKS_PER_WEEK) / 1000 / WEEK_S;
  return {
    what: `checks of ${LINKS_PER_WEEK} links a week`,
    figure: `${each.toFixed(1)} ms each, ${(share * 100).toFixed(2)} % of a core`,
    goal: `< ${CORE_GOAL * 100} %`,
    isMet: share < CORE_GOAL,
  };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + WITHIN_MS;
  while (!(await isDone())) {
    if (performance.now() > endsAt) throw new Error("The server reads no links");
    await sleep(5);
  }
}

const countOf = async ({ reader }: Database, details: "pending" | "failed"): Promise<number> =>
  (await reader.selectFrom("item").select("id").where("details", "=", details).execute()).length;

const checkedOf = async ({ reader }: Database): Promise<number> =>
  (await reader.selectFrom("item").select("id").where("link_state", "=", "ok").execute()).length;

/** Of all threads so far. Linux counts in hundredths of a second. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [, , , , , , , , , , , user = "0", system = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) * 10;
}
