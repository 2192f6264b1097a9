/**
 * Two built servers on one PostgreSQL: from one's answer until the last request that gets the old state from
 * the other begins. Runs only when named: it starts a PostgreSQL.
 */
import { sql } from "kysely";
import { type Database, openDatabase } from "#database/open-database";
import { get, type Owner, post, ServerPair } from "#processes/server-pair";
import { createSession } from "#sign-in/sessions";
import { inDatabase, startCluster, TEMPLATE } from "#testing/postgres/start-cluster";
import type { Bench, Line } from "./bench.ts";
import { percentile } from "./side-by-side.ts";

const POKES = 1000;
const SESSIONS = 200;
const PAGES = 300;
const SILENT_CONNECTIONS = 3;
const GOALS_MS = { poke: 50, session: 100, page: 100, silent: 5000 };

export const twoServers: Bench = async (_, { isAskedFor }) => {
  if (!isAskedFor) return [];
  const cluster = await startCluster();
  try {
    const admin = cluster.urlOf("postgres");
    await inDatabase(admin, (client) => client.query(`create database bench template ${TEMPLATE}`));
    const db = await openDatabase(cluster.urlOf("bench"));
    const servers = await ServerPair.start(cluster.urlOf("bench"));
    try {
      return await measure(servers, db);
    } finally {
      await servers.stop();
      await db.close();
    }
  } finally {
    await cluster.stop();
  }
};

async function measure(servers: ServerPair, db: Database): Promise<Line[]> {
  const owner = await servers.signUp();
  const answer = await post(servers.all[0], owner, "/api/shelves", { name: "Books" });
  const { id: shelfId } = (await answer.json()) as { id: string };
  const rename = (name: string) => post(servers.all[0], owner, `/api/shelves/${shelfId}`, { name }, "PATCH");
  const pokes = await pokeTimes(servers, owner, rename);
  const sessions = await sessionTimes(servers, db, owner, SESSIONS);
  const pages = await pageTimes(servers, owner, rename);
  const silent = await silentTimes(servers, db, owner);
  return [
    line("a poke at the other server, 99th percentile", percentile(pokes, 0.99), GOALS_MS.poke),
    line("a session ends at the other server, longest", Math.max(...sessions), GOALS_MS.session),
    line("a page drops at the other server, longest", Math.max(...pages), GOALS_MS.page),
    line(
      "a session ends at a server whose connection is silent, longest",
      Math.max(...silent),
      GOALS_MS.silent,
    ),
  ];
}

async function pokeTimes(
  { all: [, there] }: ServerPair,
  owner: Owner,
  rename: (name: string) => Promise<Response>,
): Promise<number[]> {
  const { body } = await get(there, owner, `/api/sync/events?user=${owner.userId}`);
  if (!body) throw new Error("There is no stream");
  const events = body.pipeThrough(new TextDecoderStream()).getReader();
  const pokeWith = async (text: string): Promise<number> => {
    for (let read = ""; !read.includes(text);) {
      const { value, done } = await events.read();
      if (done) throw new Error("The stream has ended");
      read += value;
    }
    return performance.now();
  };
  const times: number[] = [];
  for (let at = 0; at < POKES; at += 1) {
    const poked = pokeWith(`"name":"Poke ${at}"`);
    await rename(`Poke ${at}`);
    const answeredAt = performance.now();
    times.push(Math.max(0, (await poked) - answeredAt));
  }
  await events.cancel();
  return times;
}

async function sessionTimes(
  { all: [here, there] }: ServerPair,
  { writer }: Database,
  { userId }: Owner,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const token = await writer.transaction().execute((trx) => createSession(trx, userId, new Date()));
    const session = { headers: { Cookie: `shelv-session=${token}` } };
    const status = async () => (await get(there, session, "/api/auth/me")).status;
    if ((await status()) !== 200) throw new Error("The session is unknown");
    await post(here, session, "/api/auth/logout");
    times.push(await msUntilNew(async () => (await status()) === 401));
  }
  return times;
}

async function pageTimes(
  { all: [, there] }: ServerPair,
  { username }: Owner,
  rename: (name: string) => Promise<Response>,
): Promise<number[]> {
  const page = async () => (await get(there, { headers: {} }, `/${username}`)).text();
  const times: number[] = [];
  for (let at = 0; at < PAGES; at += 1) {
    await page();
    await rename(`Page ${at}`);
    times.push(await msUntilNew(async () => (await page()).includes(`Page ${at}<`)));
  }
  return times;
}

async function silentTimes(servers: ServerPair, db: Database, owner: Owner): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < SILENT_CONNECTIONS; at += 1) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name = 'shelv bus'`.execute(db.reader);
    for (const { pid } of rows) process.kill(pid, "SIGSTOP");
    try {
      times.push(...(await sessionTimes(servers, db, owner, 1)));
    } finally {
      for (const { pid } of rows) process.kill(pid, "SIGCONT");
    }
  }
  return times;
}

async function msUntilNew(isNew: () => Promise<boolean>): Promise<number> {
  const answeredAt = performance.now();
  for (let staleMs = 0; ;) {
    const beginsMs = performance.now() - answeredAt;
    if (await isNew()) return staleMs;
    if (beginsMs > 60_000) throw new Error("It does not come");
    staleMs = beginsMs;
  }
}

const line = (what: string, ms: number, atMost: number): Line => ({
  what,
  figure: `${ms.toFixed(1)} ms`,
  goal: `≤ ${atMost} ms`,
  isMet: ms <= atMost,
});
