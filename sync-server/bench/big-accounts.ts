import { join } from "node:path";
import { generateNKeysBetween } from "fractional-indexing";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { openDatabase } from "#database/open-database";
import type { Schema } from "#database/schema";
import { writeWithVersions } from "#testing/fill-account";

export type BigAccount = { username: string; itemIds: string[] };
export type BigPage = { shelfIds: string[]; itemIds: string[] };

type PageSize = { shelves: number; itemsOnEach: number };
const USUAL: PageSize = { shelves: 3, itemsOnEach: 12 };

export async function bigAccounts(
  dataFolder: string,
  { prefix, count, ...size }: { prefix: string; count: number } & Partial<PageSize>,
): Promise<BigAccount[]> {
  const db = await openDatabase(join(dataFolder, "shelv.db"));
  const accounts = await db.writer.transaction().execute(async (trx) => {
    const made: BigAccount[] = [];
    for (let number = 0; number < count; number += 1) {
      const [id, username] = [uuid(), `${prefix}-${number}`];
      await trx
        .insertInto("user")
        .values({ id, email: `${username}@example.org`, username, username_key: username, created_at: 0 })
        .execute();
      await trx.insertInto("sync_user").values({ user_id: id, epoch: uuid() }).execute();
      made.push({ username, ...(await addPage(trx, id, { ...USUAL, ...size })) });
    }
    return made;
  });
  await db.close();
  return accounts;
}

export async function addPage(
  trx: Kysely<Schema>,
  userId: string,
  { shelves, itemsOnEach } = USUAL,
): Promise<BigPage> {
  const page = { shelfIds: ids(shelves), itemIds: ids(shelves * itemsOnEach) };
  const positions = generateNKeysBetween(null, null, Math.max(shelves, itemsOnEach));
  await writeWithVersions(trx, userId, async (nextVersion) => {
    const common = (id: string, place: number) => ({
      user_id: userId,
      id,
      version: nextVersion(),
      position: positions[place] ?? "",
      description: "",
      emoji: "",
      created_at: "2026-01-01T00:00:00Z",
    });
    for (const [at, id] of page.shelfIds.entries())
      await trx
        .insertInto("shelf")
        .values({ ...common(id, at), name: "Books I give away" })
        .execute();
    for (const [at, id] of page.itemIds.entries()) {
      const shelf_id = page.shelfIds[at % shelves] ?? "";
      const item = { shelf_id, title: `Number ${at}`, url: "https://example.org", price: "", picture: null };
      await trx
        .insertInto("item")
        .values({ ...common(id, Math.floor(at / shelves)), ...item })
        .execute();
    }
  });
  return page;
}

export async function visitAll(urls: readonly string[], headers: Record<string, string>): Promise<void> {
  const waiting = [...urls];
  const visitNext = async (): Promise<void> => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const answer = await fetch(url, { headers });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 20 }, visitNext));
}

const ids = (length: number) => Array.from({ length }, () => uuid());
