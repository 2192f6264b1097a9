import { v7 as uuid } from "uuid";
import { writeWithVersions } from "./fill-account.ts";
import type { TestServer } from "./open-test-server.ts";

type Filling = {
  userId: string;
  shelfId: string;
  items: number;
  categories?: number;
  categoryIds?: readonly string[];
};

/** As in accounts older than the limits. Returns the categories' ids. */
export async function fillShelf(
  { services: { db } }: TestServer,
  { userId, shelfId, items, categories = 0, categoryIds = [] }: Filling,
): Promise<string[]> {
  const common = {
    user_id: userId,
    shelf_id: shelfId,
    position: "a0",
    created_at: "2026-01-01T00:00:00.000Z",
  };
  const ids = Array.from({ length: categories }, () => uuid());
  const item = {
    ...common,
    title: "Emma",
    url: "https://example.org/",
    description: "A novel",
    price: "",
    emoji: "",
    category_ids: JSON.stringify(categoryIds),
  };
  await db.writer.transaction().execute((trx) =>
    writeWithVersions(trx, userId, async (nextVersion) => {
      for (const id of ids)
        await trx
          .insertInto("category")
          .values({ ...common, id, version: nextVersion(), name: `Category ${id}` })
          .execute();
      for (let at = 0; at < items; at += 500) {
        const rows = Array.from({ length: Math.min(500, items - at) }, () => ({
          ...item,
          id: uuid(),
          version: nextVersion(),
        }));
        await trx.insertInto("item").values(rows).execute();
      }
    }),
  );
  return ids;
}
