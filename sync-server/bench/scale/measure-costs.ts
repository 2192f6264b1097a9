/** Measures costs in processor time, which another load on the machine hardly changes. */
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { DayTable } from "#analytics/days/day-table";
import { dayRow } from "#analytics/days/stored-days";
import { type Cluster, inDatabase, startCluster, TEMPLATE } from "#testing/postgres/start-cluster";
import { trackRequests } from "sync-server/bench/analytics/track";
import { addVisits } from "sync-server/bench/analytics/visits";
import { type BigAccount, bigAccounts, visitAll } from "sync-server/bench/big-accounts";
import { memoryKb } from "sync-server/bench/memory";
import { WritingDevices } from "sync-server/bench/postgres/writing-devices";
import { askForMs } from "sync-server/bench/requests-per-second";
import { type BenchServer, startBenchServer } from "sync-server/bench/start-bench-server";
import { accountBytes } from "./account-bytes.ts";
import { cpuMs, cpuMsWithChildren } from "./cpu-time.ts";
import type { Costs } from "./simulate.ts";

const PAGES = 2000;
const MEASURED_MS = 4000;
const DEVICES = 20;
const STREAMS_OF_A_DEVICE = 18;
const COMPRESSED = { "Accept-Encoding": "gzip, deflate, br" };
const DAY_EVENTS = [1, 10, 100, 1000, 10_000];
const DAY_ROW_BYTES = 100;

export async function measureCosts(): Promise<Costs> {
  const cluster = await startCluster({ isDurable: true });
  const settings = { DATABASE_URL: cluster.urlOf(TEMPLATE), SESSION_SECRET: "of-the-bench".repeat(3) };
  const stop: (() => Promise<void>)[] = [cluster.stop];
  try {
    const bytes = await accountBytes(cluster);
    const onSqlite = await startBenchServer();
    stop.unshift(onSqlite.stop);
    const onPostgres = await startBenchServer(settings);
    stop.unshift(onPostgres.stop);
    return {
      ...(await pageCosts(onSqlite)),
      ...(await changeCosts(onPostgres, cluster)),
      accountBytes: bytes,
      dayBytes: DAY_EVENTS.map((events) => [events, dayBytes(events)] as const),
    };
  } finally {
    for (const each of stop) await each();
  }
}

async function pageCosts({ origin, dataFolder, pid }: BenchServer) {
  const accounts = await bigAccounts(dataFolder, { prefix: "scaled", count: PAGES });
  const urls = accounts.map(({ username }) => `${origin}/${username}`);
  const costOf = async (visit: () => Promise<unknown>) => {
    const before = cpuMs(pid);
    await visit();
    return cpuMs(pid) - before;
  };
  await visitAll(urls.slice(0, PAGES / 4), COMPRESSED);
  const freshPageMs = (await costOf(() => visitAll(urls.slice(PAGES / 4), COMPRESSED))) / (PAGES - PAGES / 4);
  const [url = ""] = urls;
  const cached = { url, headers: COMPRESSED };
  const ask = () => askForMs(MEASURED_MS, { url, connections: 20, next: () => cached });
  await ask();
  let answered = 0;
  const cachedMs = await costOf(async () => void ({ answered } = await ask()));
  const size = (await fetch(url, { headers: { ...COMPRESSED, "Accept-Encoding": "br" } })).headers;
  return {
    freshPageMs,
    cachedPageMs: cachedMs / answered,
    pageBytes: Number(size.get("content-length")),
    eventMs: await eventMs(`${origin}/api/analytics/track`, accounts, costOf),
  };
}

async function eventMs(
  url: string,
  accounts: readonly BigAccount[],
  costOf: (act: () => Promise<unknown>) => Promise<number>,
): Promise<number> {
  const asked = { url, connections: 100, next: trackRequests(url, accounts).next };
  let answered = 0;
  const ms = await costOf(async () => void ({ answered } = await askForMs(MEASURED_MS, asked)));
  return ms / answered;
}

async function changeCosts(server: BenchServer, cluster: Cluster) {
  const devices = await WritingDevices.on(server, DEVICES);
  await devices.changesPerSecond(1, MEASURED_MS / 2);
  const logBytes = () =>
    inDatabase(cluster.urlOf("postgres"), async (client) => {
      const { rows } = await client.query<{ bytes: string }>(
        "select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes",
      );
      return Number(rows[0]?.bytes);
    });
  const before = {
    server: cpuMs(server.pid),
    database: cpuMsWithChildren(cluster.pid),
    log: await logBytes(),
  };
  const changesPerSecond = await devices.changesPerSecond(1, MEASURED_MS);
  const changes = (changesPerSecond * MEASURED_MS) / 1000;
  return {
    changeMs: (cpuMs(server.pid) - before.server) / changes,
    changeDatabaseMs: (cpuMsWithChildren(cluster.pid) - before.database) / changes,
    changeLogBytes: ((await logBytes()) - before.log) / changes,
    streamBytes: await streamBytes(server, devices),
  };
}

async function streamBytes({ origin, pid }: BenchServer, devices: WritingDevices): Promise<number> {
  const closing = new AbortController();
  const open = async (headers: Record<string, string>) => {
    const url = `${origin}/api/sync/events?user=${headers["X-User"]}`;
    const { body } = await fetch(url, { headers, signal: closing.signal });
    await body?.getReader().read();
  };
  const before = await memoryKb(pid);
  const all = devices.headers.flatMap((headers) =>
    Array.from({ length: STREAMS_OF_A_DEVICE }, () => headers),
  );
  await Promise.all(all.map(open));
  await sleep(2000);
  const bytes = ((await memoryKb(pid)) - before) * 1024;
  closing.abort();
  return Math.max(0, bytes) / all.length;
}

function dayBytes(events: number): number {
  const page = { shelfIds: ids(3), itemIds: ids(36) };
  const table = new DayTable();
  addVisits(table, page, { events, seed: 1 });
  const { counts, pairs } = dayRow("", 0, table);
  return counts.length + pairs.length + DAY_ROW_BYTES;
}

const ids = (count: number) => Array.from({ length: count }, () => uuid());
