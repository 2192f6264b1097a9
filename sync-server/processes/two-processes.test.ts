/** Two built servers in processes of their own, on one database. */
import { buildIfStale } from "sync-server/bench/build-if-stale";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#database/open-database";
import { takeDatabase, type TestDatabase } from "#testing/postgres/take-database";
import { countDeadlocks, deleteUnderWrites } from "./deletions.ts";
import { race } from "./race.ts";
import { get, post, ServerPair } from "./server-pair.ts";

const MUTATIONS = Number(process.env.RACE_MUTATIONS ?? 400);
const KILLS = Number(process.env.RACE_KILLS ?? 3);
const READS = Number(process.env.RACE_READS ?? 40);
const DELETIONS = Number(process.env.RACE_DELETIONS ?? 8);
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
    expect(outcome.doubledRequests).toBeGreaterThan(0);
    expect(servers.bugs).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "An owner's read at a random server has every change that another has answered",
  async () => {
    const owner = await servers.signUp();
    const { id } = (await (
      await post(await servers.any(), owner, "/api/shelves", { name: "Books" })
    ).json()) as {
      id: string;
    };
    const stale: string[] = [];
    for (let at = 0; at < READS; at += 1) {
      const name = `Books ${at}`;
      await post(await servers.any(), owner, `/api/shelves/${id}`, { name }, "PATCH");
      const read = await (await get(await servers.any(), owner, "/api/shelves")).text();
      if (!read.includes(`"${name}"`)) stale.push(read);
    }
    expect(stale).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "Accounts are deleted during writes at both servers and sweeps without a deadlock",
  async () => {
    const accounts = () => db.reader.selectFrom("user").select("id").orderBy("id").execute();
    const [before, deadlocksBefore] = [await accounts(), await countDeadlocks(db.reader)];
    const statuses = await deleteUnderWrites(servers, db, DELETIONS);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(await accounts()).toEqual(before);
    expect(servers.bugs).toEqual([]);
    await servers.stop();
    expect(await countDeadlocks(db.reader)).toBe(deadlocksBefore);
  },
  TIMEOUT_MS,
);
