/** Two built servers in processes of their own, on one database. */
import { buildIfStale } from "sync-server/bench/build-if-stale";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#database/open-database";
import { takeDatabase, type TestDatabase } from "#testing/postgres/take-database";
import { race } from "./race.ts";
import { ServerPair } from "./server-pair.ts";

const MUTATIONS = Number(process.env.RACE_MUTATIONS ?? 400);
const KILLS = Number(process.env.RACE_KILLS ?? 3);
const TIMEOUT_MS = 1_800_000;

let database: TestDatabase;
let db: Database;
let servers: ServerPair;

beforeAll(async () => {
  await buildIfStale();
  database = (await takeDatabase()) as TestDatabase;
  db = await openDatabase(database.url);
  servers = await ServerPair.start(database.url);
}, 120_000);

afterAll(async () => {
  await servers.stop();
  await db.close();
  await database.release();
});

test(
  "Kills and doubled requests lose no change and apply none twice",
  async () => {
    const outcome = await race(servers, db.writer, {
      accounts: Math.ceil(MUTATIONS / 2000) + 2,
      devices: 4,
      mutations: MUTATIONS,
      kills: KILLS,
    });
    expect(outcome).toMatchObject({ kills: KILLS, lost: [], appliedTwice: [], rejected: 0, differing: [] });
    expect(outcome.mutations).toBeGreaterThanOrEqual(MUTATIONS);
    expect(servers.bugs).toEqual([]);
  },
  TIMEOUT_MS,
);
