import type { ItemAnswer } from "@shelv/contract/routes/items";
import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { Device, sent } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { ACCOUNT_ROOM } from "./room.ts";

const URL = "https://example.org/";

test("An account has an end, for the REST of the world as for its devices; what was there before always comes back", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const shelf = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as ShelfAnswer;
  const add = () => ada.form("POST", `/api/shelves/${shelf.id}/items`, { title: "Emma", url: URL });
  const device = await Device.of(ada);
  await fill(server, device.userId, shelf.id, (ACCOUNT_ROOM.items ?? 0) - 1);

  const last = (await (await add()).json()) as ItemAnswer;
  const refused = await add();
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "account-full" }]);

  const fields = { title: "Emma", url: URL, description: "", price: "", emoji: "", picture: null, cutout: null, showsCutout: false, categoryIds: [], position: "a0" };
  const create = (mid: number) => sent(mid, "item.create", { id: uuid(), shelfId: shelf.id, ...fields });
  const answer = await device.sync([create(1), sent(2, "item.delete", { id: last.id }), create(3), create(4), sent(5, "item.restore", { id: last.id })], { pull: false });
  expect(answer.results.map(({ mid, code }) => `${mid} ${code}`)).toEqual(["1 account-full", "4 account-full"]);
  expect((await ada.get(`/api/items/${last.id}/categories`)).status).toBe(200);
});

async function fill({ services: { db } }: Awaited<ReturnType<typeof openTestServer>>, userId: string, shelfId: string, count: number) {
  const row = { user_id: userId, version: 1, shelf_id: shelfId, title: "t", url: URL, description: "", price: "", emoji: "", position: "a0", created_at: "2026" };
  for (let at = 0; at < count; at += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - at) }, () => ({ ...row, id: uuid() }));
    await db.writer.insertInto("item").values(rows).execute();
  }
}
