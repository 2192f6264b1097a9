import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";

export type Filling = {
  shelves?: number;
  categoriesOnEach?: number;
  itemsOnEach?: number;
  categoriesOfAnItem?: number;
};
export type Filled = { shelfIds: string[]; categoryIds: string[]; itemIds: string[] };

/** In one transaction, also above the quotas, as in an older account. Returns ids in the owner's order. */
export async function fillAccount(
  db: Database,
  userId: string,
  { shelves = 1, categoriesOnEach = 0, itemsOnEach = 0, categoriesOfAnItem = 0 }: Filling,
): Promise<Filled> {
  const made: Filled = { shelfIds: [], categoryIds: [], itemIds: [] };
  await db.writer.transaction().execute((trx) =>
    writeWithVersions(trx, userId, async (nextVersion) => {
      const common = (place: number) => ({
        user_id: userId,
        id: uuid(),
        version: nextVersion(),
        position: `a${place.toString(36).padStart(5, "0")}1`,
        created_at: "2026-01-01T00:00:00.000Z",
      });
      for (let nth = 0; nth < shelves; nth += 1) {
        const shelf = { ...common(nth), name: `Shelf ${nth}`, description: "", emoji: "" };
        await trx.insertInto("shelf").values(shelf).execute();
        const categories = Array.from({ length: categoriesOnEach }, (_, at) => ({
          ...common(at),
          shelf_id: shelf.id,
          name: `Category ${at}`,
        }));
        const items = Array.from({ length: itemsOnEach }, (_, at) => ({
          ...common(at),
          shelf_id: shelf.id,
          title: `Item ${at}`,
          url: "https://example.com/",
          description: "",
          price: "",
          emoji: "",
          picture: null,
          cutout: null,
          category_ids: JSON.stringify(
            categories
              .slice(0, categoriesOfAnItem)
              .map(({ id }) => id)
              .toSorted(),
          ),
        }));
        for (const row of categories) await trx.insertInto("category").values(row).execute();
        for (const row of items) await trx.insertInto("item").values(row).execute();
        made.shelfIds.push(shelf.id);
        made.categoryIds.push(...categories.map(({ id }) => id));
        made.itemIds.push(...items.map(({ id }) => id));
      }
    }),
  );
  return made;
}

/** Runs `write`, which asks for the owner's next version for each row it inserts. */
export async function writeWithVersions(
  trx: Kysely<Schema>,
  userId: string,
  write: (nextVersion: () => number) => Promise<void>,
): Promise<void> {
  let { version } = await trx
    .selectFrom("sync_user")
    .select("version")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await write(() => (version += 1));
  await trx.updateTable("sync_user").set({ version }).where("user_id", "=", userId).execute();
}
