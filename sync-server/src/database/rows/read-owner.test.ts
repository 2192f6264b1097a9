import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { fillShelf } from "#testing/fill-shelf";
import { newShelf, sent } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";
import { fetchRead } from "./owner-rows.ts";

async function ownerOf(items: number) {
  const { server, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items });
  return { db: server.services.db, userId: device.userId, shelfId: shelf.id };
}

test("Very many rows are read a hundred at a time, each once", async () => {
  const { db, userId, shelfId } = await ownerOf(270);
  let most = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.filter((row) => "title" in row).length);
      return result;
    },
  };
  const reader = db.reader.withPlugin(counting);
  const idsOf = async (limit?: number) =>
    (await fetchRead(reader, userId, ["items", "shelfId", shelfId], limit)).map(({ id }: OwnerRow) => id);
  expect(new Set(await idsOf()).size).toBe(270);
  expect(most).toBe(100);
  for (const limit of [1, 99, 100, 101, 230, 270, 300]) {
    const ids = await idsOf(limit);
    expect([ids.length, new Set(ids).size]).toEqual([Math.min(limit, 270), Math.min(limit, 270)]);
  }
});
