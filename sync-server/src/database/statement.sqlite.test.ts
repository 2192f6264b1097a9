import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "./open-database.ts";
import { type At, statement } from "./statement.ts";

const putSalt = statement((db, at: At<{ purpose: string; day: string; salt: string }>) =>
  db
    .insertInto("daily_salt")
    .values({ purpose: at("purpose"), day: at("day"), salt: at("salt") })
    .onConflict((conflict) => conflict.columns(["purpose", "day"]).doUpdateSet({ salt: at("salt") })),
);

const saltsOf = statement((db, at: At<{ day: string }>) =>
  db
    .selectFrom("daily_salt")
    .select(["purpose", "salt"])
    .where("day", "=", at("day"))
    .where("salt", "!=", "")
    .orderBy("purpose"),
);

test("Each run of a statement has its own values, and uses the connection or transaction where it runs", async () => {
  const [one, other] = [await opened(), await opened()];

  await putSalt(one.writer, { purpose: "a", day: "monday", salt: "1" });
  await putSalt(one.writer, { purpose: "b", day: "monday", salt: "2" });
  await putSalt(other.writer, { purpose: "c", day: "monday", salt: "3" });
  const undone = one.writer.transaction().execute(async (trx) => {
    await putSalt(trx, { purpose: "a", day: "monday", salt: "4" });
    expect((await saltsOf(trx, { day: "monday" }))[0]).toEqual({ purpose: "a", salt: "4" });
    throw new Error("undone");
  });

  await expect(undone).rejects.toThrow("undone");
  expect(await saltsOf(one.reader, { day: "monday" })).toEqual([
    { purpose: "a", salt: "1" },
    { purpose: "b", salt: "2" },
  ]);
  expect(await saltsOf(one.reader, { day: "tuesday" })).toEqual([]);
  expect(await saltsOf(other.reader, { day: "monday" })).toEqual([{ purpose: "c", salt: "3" }]);
});

async function opened(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-statement-"));
  const db = await openDatabase(join(folder, "shelv.db"));
  onTestFinished(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });
  return db;
}
