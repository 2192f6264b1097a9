import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { openDatabase } from "../src/database/open-database.ts";

export type BigAccount = { userId: string; username: string; shelfIds: string[]; itemIds: string[] };

const SHELVES = 3;
const ITEMS_ON_EACH = 12;

/** Accounts with a page each, written past the server, which would limit how fast one network may sign up. */
export async function bigAccounts(dataFolder: string, { prefix, count }: { prefix: string; count: number }): Promise<BigAccount[]> {
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const accounts = Array.from({ length: count }, (_, number) => accountOf(`${prefix}-${number}`));
  await db.writer.transaction().execute(async (trx) => {
    for (const { userId, username, shelfIds, itemIds } of accounts) {
      const email = `${username}@example.org`;
      await trx.insertInto("user").values({ id: userId, email, username, username_key: username, created_at: 0 }).execute();
      await trx.insertInto("sync_user").values({ user_id: userId, epoch: uuid() }).execute();
      const common = { user_id: userId, version: 1, description: "", emoji: "", position: "a0", created_at: "2026-01-01T00:00:00Z" };
      for (const id of shelfIds) await trx.insertInto("shelf").values({ ...common, id, name: "Books I give away" }).execute();
      for (const [at, id] of itemIds.entries()) {
        const shelfId = shelfIds[at % shelfIds.length] ?? "";
        const item = { id, shelf_id: shelfId, title: `Number ${at}`, url: "https://example.org", price: "", picture: null };
        await trx.insertInto("item").values({ ...common, ...item }).execute();
      }
    }
  });
  await db.close();
  return accounts;
}

const accountOf = (username: string): BigAccount => ({ userId: uuid(), username, shelfIds: ids(SHELVES), itemIds: ids(SHELVES * ITEMS_ON_EACH) });
const ids = (length: number) => Array.from({ length }, () => uuid());
