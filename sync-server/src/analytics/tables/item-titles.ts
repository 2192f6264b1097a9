import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

export async function readTitles(
  reader: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readingTitles(
    reader,
    ids.map((id) => ({ userId, id })),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const readingTitles = batchStatement((db, at: AtRow<"userId" | "id">, count) =>
  db
    .selectFrom("item")
    .select(["id", "title"])
    .where("user_id", "=", at(0, "userId"))
    .where(
      "id",
      "in",
      rowNumbers(count).map((row) => at(row, "id")),
    ),
);
