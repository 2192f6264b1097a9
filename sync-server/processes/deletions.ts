/**
 * Owners delete their accounts at one server while devices and visitors write at both, and sweeps run beside
 * them.
 */
import { USER_HEADER } from "@shelv/contract/routes/route";
import { SYNC_SCHEMA } from "@shelv/contract/sync";
import { type Kysely, sql } from "kysely";
import { v7 as uuid } from "uuid";
import { sweepAccounts } from "#accounts/sweep-accounts";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import { addMissingLinks } from "#links/jobs/link-rows";
import { sweepSignIn } from "#sign-in/sign-in";
import { sweepSync } from "#shelves/sweep-sync";
import { newShelf, sent } from "#testing/device";
import { runAllSteps } from "#testing/run-all-steps";
import { get, type Owner, post, type ServerPair } from "./server-pair.ts";

const AT_ONCE = 4;
const SHELVES = 10;

export async function deleteUnderWrites(
  servers: ServerPair,
  db: Database,
  accounts: number,
): Promise<Set<number>> {
  const statuses = new Set<number>();
  const left = Array.from({ length: accounts }).values();
  const work = async () => {
    for (const _ of left) {
      const owner = await servers.signUp();
      for (const answer of await deleteOne(servers, owner)) statuses.add(answer.status);
    }
  };
  let isOver = false;
  const sweeping = sweepUntil(db, () => isOver);
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => void (isOver = true));
  await sweeping;
  return statuses;
}

const DAY_MS = 24 * 60 * 60_000;

/** Repeats jobs over rows of several accounts. To the job of devices and deletions, everything is old. */
async function sweepUntil(db: Database, isOver: () => boolean): Promise<void> {
  const now = () => new Date();
  const later = () => new Date(Date.now() + 500 * DAY_MS);
  while (!isOver()) {
    await runAllSteps(sweepSync({ db, now: later }, Infinity));
    await runAllSteps(sweepSignIn({ db, now }, Infinity));
    await runAllSteps(sweepAccounts({ db, now }, Infinity));
    await runAllSteps(addMissingLinks(db, null, now));
  }
}

async function deleteOne(servers: ServerPair, owner: Owner): Promise<Response[]> {
  const server = await servers.any();
  await post(server, owner, "/api/user/deletion-code");
  const [, code] = await server.says(
    new RegExp(`deletes the account of ${owner.username}@example\\.org is (\\d{6})`),
  );
  const push = async (clientId: string, epoch: string) => {
    const mutations = Array.from({ length: SHELVES }, (_, at) =>
      sent(at + 1, "shelf.create", newShelf(`Shelf ${at}`)),
    );
    const request = { schema: SYNC_SCHEMA, clientId, epoch, cursor: 0, ack: 0, pull: true, mutations };
    return ask(servers, owner, "/api/sync", request);
  };
  const first = {
    schema: SYNC_SCHEMA,
    clientId: uuid(),
    epoch: null,
    cursor: 0,
    ack: 0,
    pull: true,
    mutations: [],
  };
  const { epoch } = (await (await ask(servers, owner, "/api/sync", first)).json()) as { epoch: string };
  const view = () =>
    ask(servers, owner, "/api/analytics/track", { username: owner.username, eventType: "view" });
  const [, ...others] = await Promise.all([
    post(await servers.any(), owner, "/api/user", { code }, "DELETE"),
    push(uuid(), epoch),
    push(uuid(), epoch),
    view(),
    push(uuid(), epoch),
    view(),
    get(await servers.any(), owner, "/api/shelves"),
  ]);
  return others;
}

const ask = async (servers: ServerPair, { headers, userId }: Owner, path: string, body: object) =>
  fetch((await servers.any()).origin + path, {
    method: "POST",
    headers: {
      ...headers,
      "Content-Type": "application/json",
      [USER_HEADER]: userId,
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    },
    body: JSON.stringify(body),
  });

export async function countDeadlocks(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}
