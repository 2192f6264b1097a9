/**
 * Devices of several accounts change items over two servers, which are killed and started again among the
 * changes. A trigger notes every title that an item gets; a change that is applied twice is noted twice.
 */
import { type Kysely, sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { Schema } from "#database/schema";
import { newShelf } from "#testing/device";
import { RaceDevice } from "./race-device.ts";
import { post, type ServerPair } from "./server-pair.ts";

export type Race = { accounts: number; devices: number; mutations: number; kills: number };

export type RaceOutcome = {
  mutations: number;
  doubledRequests: number;
  kills: number;
  lost: string[];
  appliedTwice: string[];
  rejected: number;
  differing: string[];
};

const CHANGES_AT_ONCE = 20;

export async function race(
  servers: ServerPair,
  db: Kysely<Schema>,
  { accounts, devices, mutations, kills }: Race,
): Promise<RaceOutcome> {
  await noteTitles(db);
  try {
    const all: { userId: string; device: RaceDevice }[] = [];
    for (let account = 0; account < accounts; account += 1) {
      const owner = await servers.signUp();
      const shelfId = uuid();
      await post(await servers.any(), owner, "/api/shelves", { ...newShelf("Race", shelfId) });
      const [shelf] = await db.selectFrom("shelf").select("id").where("user_id", "=", owner.userId).execute();
      for (let at = 0; at < devices; at += 1) {
        const device = new RaceDevice(servers, owner, {
          name: `${account}.${at}`,
          shelfId: shelf?.id ?? shelfId,
        });
        all.push({ userId: owner.userId, device });
      }
    }
    const turns = new Turns(mutations, kills);
    const running = [
      killAmong(servers, turns, kills),
      ...all.map(async ({ device }) => {
        for (let taken = await turns.take(); taken > 0; taken = await turns.take()) await device.push(taken);
      }),
    ];
    await Promise.all(running).catch(async (error: unknown) => {
      turns.end(0);
      await Promise.allSettled(running);
      throw error;
    });
    await Promise.all(all.map(({ device }) => device.pull()));
    return await judge(db, all, kills);
  } finally {
    await forgetTitles(db);
  }
}

/** Each kill allows the next changes, so that all kills fall among changes. */
class Turns {
  readonly #turnsPerKill: number;
  #left = 0;
  #taken = 0;
  isOver = false;
  readonly #waiting = new Set<() => void>();

  constructor(mutations: number, kills: number) {
    this.#turnsPerKill = Math.ceil(mutations / (kills + 1));
    this.allow();
  }

  allow(): void {
    this.#left += this.#turnsPerKill;
    this.#wake();
  }

  end(left = this.#left): void {
    this.#left = left;
    this.isOver = true;
    this.#wake();
  }

  async take(): Promise<number> {
    while (this.#left === 0 && !this.isOver) await this.#nextChange();
    const taken = Math.min(this.#left, 1 + Math.floor(Math.random() * CHANGES_AT_ONCE));
    this.#left -= taken;
    this.#taken += taken;
    this.#wake();
    return taken;
  }

  async untilKill(kill: number): Promise<void> {
    const from = Math.floor((kill + Math.random()) * this.#turnsPerKill);
    while (this.#taken < from && !this.isOver) await this.#nextChange();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

async function killAmong(servers: ServerPair, turns: Turns, kills: number): Promise<void> {
  const restarts: Promise<void>[] = [];
  for (let kill = 0; kill < kills && !turns.isOver; kill += 1) {
    await turns.untilKill(kill);
    const { restarted } = await servers.kill(await servers.any());
    restarts.push(restarted);
    turns.allow();
  }
  turns.end();
  await Promise.all(restarts);
}

async function judge(
  db: Kysely<Schema>,
  all: readonly { userId: string; device: RaceDevice }[],
  kills: number,
): Promise<RaceOutcome> {
  const noted = await sql<{ title: string; times: number }>`
    select title, count(*) as times from race.title group by title`.execute(db);
  const timesOf = new Map(noted.rows.map(({ title, times }) => [title, times]));
  const titles = all.flatMap(({ device }) => device.titles);
  const differing: string[] = [];
  for (const [userId, ofAccount] of Map.groupBy(all, (one) => one.userId)) {
    const items = await db.selectFrom("item").select(["id", "title"]).where("user_id", "=", userId).execute();
    const truth = sorted(items.map(({ id, title }) => [id, title] as const));
    for (const { device } of ofAccount) if (sorted(device.view) !== truth) differing.push(device.name);
  }
  return {
    mutations: titles.length,
    doubledRequests: all.reduce((sum, { device }) => sum + device.doubled, 0),
    kills,
    lost: titles.filter((title) => !timesOf.has(title)),
    appliedTwice: titles.filter((title) => (timesOf.get(title) ?? 0) > 1),
    rejected: all.reduce((sum, { device }) => sum + device.rejected.length, 0),
    differing,
  };
}

const sorted = (items: Iterable<readonly [string, string]>): string =>
  [...items]
    .map((item) => item.join(" "))
    .toSorted()
    .join("\n");

async function noteTitles(db: Kysely<Schema>): Promise<void> {
  await sql`create schema race`.execute(db);
  await sql`create table race.title (title text not null)`.execute(db);
  await sql`
    create function race.note() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' or old.title is distinct from new.title then
        insert into race.title (title) values (new.title);
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger race_note after insert or update on item for each row execute function race.note()`.execute(
    db,
  );
}

async function forgetTitles(db: Kysely<Schema>): Promise<void> {
  await sql`drop trigger race_note on item`.execute(db);
  await sql`drop schema race cascade`.execute(db);
}
