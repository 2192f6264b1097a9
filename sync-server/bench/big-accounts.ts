import { join } from "node:path";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { openDatabase } from "#database/open-database";
import type { Schema } from "#database/schema";

export type BigAccount = { username: string; itemIds: string[] };
export type BigPage = { shelfIds: string[]; itemIds: string[] };

type PageSize = { shelves: number; itemsOnEach: number };
const USUAL: PageSize = { shelves: 3, itemsOnEach: 12 };

/** Accounts with a page each, written past the server, which would limit how fast one network may sign up. */
export async function bigAccounts(dataFolder: string, { prefix, count, ...size }: { prefix: string; count: number } & Partial<PageSize>): Promise<BigAccount[]> {
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const accounts = await db.writer.transaction().execute(async (trx) => {
    const made: BigAccount[] = [];
    for (let number = 0; number < count; number += 1) {
      const [id, username] = [uuid(), `${prefix}-${number}`];
      await trx.insertInto("user").values({ id, email: `${username}@example.org`, username, username_key: username, created_at: 0 }).execute();
      await trx.insertInto("sync_user").values({ user_id: id, epoch: uuid() }).execute();
      made.push({ username, ...(await addPage(trx, id, { ...USUAL, ...size })) });
    }
    return made;
  });
  await db.close();
  return accounts;
}

/** Gives an account a page of the usual size. */
export async function addPage(trx: Kysely<Schema>, userId: string, { shelves, itemsOnEach } = USUAL): Promise<BigPage> {
  const page = { shelfIds: ids(shelves), itemIds: ids(shelves * itemsOnEach) };
  const common = { user_id: userId, version: 1, description: "", emoji: "", position: "a0", created_at: "2026-01-01T00:00:00Z" };
  for (const id of page.shelfIds) await trx.insertInto("shelf").values({ ...common, id, name: "Books I give away" }).execute();
  for (const [at, id] of page.itemIds.entries()) {
    const shelfId = page.shelfIds[at % shelves] ?? "";
    const item = { id, shelf_id: shelfId, title: `Number ${at}`, url: "https://example.org", price: "", picture: null };
    await trx.insertInto("item").values({ ...common, ...item }).execute();
  }
  return page;
}

const ids = (length: number) => Array.from({ length }, () => uuid());
