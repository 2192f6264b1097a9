/** Both wait for the disk at every commit, and serve the same requests in turns. */
import type { Bench, Line } from "sync-server/bench/bench";
import { sideBySide } from "sync-server/bench/side-by-side";
import { type BenchServer, startBenchServer } from "sync-server/bench/start-bench-server";
import { startCluster, TEMPLATE } from "#testing/postgres/start-cluster";
import { WritingDevices } from "./writing-devices.ts";

const DEVICES = 20;
const ROUND_MS = 2000;
const GOALS = [
  { atOnce: 1, atLeast: 0.7 },
  { atOnce: 20, atLeast: 0.5 },
];

export const postgres: Bench = async () => {
  const cluster = await startCluster({ isDurable: true });
  const servers: BenchServer[] = [];
  const start = async (settings?: Record<string, string>) => {
    const server = await startBenchServer(settings);
    servers.push(server);
    return server;
  };
  try {
    const settings = { DATABASE_URL: cluster.urlOf(TEMPLATE), SESSION_SECRET: "of-the-bench".repeat(3) };
    const [onSqlite, onPostgres] = [await start(), await start(settings)];
    return await changes(onSqlite, onPostgres);
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
  }
};

async function changes(onSqlite: BenchServer, onPostgres: BenchServer): Promise<Line[]> {
  const sqlite = await WritingDevices.on(onSqlite, DEVICES);
  const postgres = await WritingDevices.on(onPostgres, DEVICES);
  const lines: Line[] = [];
  for (const { atOnce, atLeast } of GOALS) {
    const [ours, theirs] = await sideBySide(
      () => postgres.changesPerSecond(atOnce, ROUND_MS),
      () => sqlite.changesPerSecond(atOnce, ROUND_MS),
    );
    lines.push({
      what: `changes on PostgreSQL, ${atOnce} a request, ${DEVICES} devices`,
      figure: `${(ours / theirs).toFixed(2)} × SQLite (${Math.round(ours)} of ${Math.round(theirs)} a second)`,
      goal: `≥ ${atLeast} ×`,
      isMet: ours / theirs >= atLeast,
    });
  }
  return lines;
}
