import { sql } from "kysely";
import { expect, test } from "vitest";
import { ownerWithDevice } from "#testing/owner-with-device";

test("The oldest `opId`s of an account are read by key", async () => {
  const { server, device } = await ownerWithDevice();
  const { rows } = await sql<{ detail: string }>`
    explain query plan select rowid from sync_op where user_id = ${device.userId} order by rowid limit 1`.execute(
    server.services.db.reader,
  );
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining("sync_op_oldest (user_id=?)")]);
});
