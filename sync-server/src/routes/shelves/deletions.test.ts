import { DELETED_PAGE_ROWS } from "@shelv/contract/routes/shelves";
import { expect, test } from "vitest";
import { newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { ownerWithDevice } from "#testing/owner-with-device";

type Page = {
  deletions: { table: string; row: { id: string; name?: string }; deletion: string; deletedAt: number }[];
  next: string | null;
};

const DAY_MS = 24 * 60 * 60_000;

test("What an owner deleted in 30 days is listed newest first, with what went together, and nothing else", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const list = async (query = "") => (await (await ada.get(`/api/deletions${query}`)).json()) as Page;
  const [books, films] = [newShelf("Books"), newShelf("Films")];
  const category = { id: newShelf("").id, shelfId: films.id, name: "Blue", position: "a0" };
  await device.sync([
    sent(1, "shelf.create", books),
    sent(2, "shelf.create", films),
    sent(3, "category.create", category),
    sent(4, "social-link.set", { id: "github", value: "ada", position: "a0" }),
    sent(5, "shelf.delete", { id: books.id }),
    sent(6, "social-link.delete", { id: "github" }),
    sent(7, "shelf.delete", { id: films.id }),
  ]);
  const { deletions, next } = await list();
  expect(deletions.map(({ table, row }) => [table, row.name])).toEqual([
    ["categories", "Blue"],
    ["shelves", "Films"],
    ["shelves", "Books"],
  ]);
  expect(new Set(deletions.slice(0, 2).map(({ deletion }) => deletion)).size).toBe(1);
  expect([deletions[0]?.deletedAt, next]).toEqual([server.services.now().getTime(), null]);

  await device.sync([sent(8, "shelf.restore", { id: films.id })]);
  expect((await list()).deletions.map(({ row }) => row.name)).toEqual(["Books"]);
  server.wait(30 * DAY_MS);
  expect((await list()).deletions).toEqual([]);
  const eve = await server.signedIn("eve@example.org", "eve");
  expect(((await (await eve.get("/api/deletions")).json()) as Page).deletions).toEqual([]);
});

test("Many deletions come in pages, each row once", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: DELETED_PAGE_ROWS + 20 });
  await device.drain([sent(2, "shelf.delete", { id: shelf.id })]);
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let next: string | null = ""; next !== null;) {
    const page = (await (await ada.get(`/api/deletions${next && `?before=${next}`}`)).json()) as Page;
    ids.push(...page.deletions.map(({ row }) => row.id));
    sizes.push(page.deletions.length);
    next = page.next;
  }
  expect([sizes, new Set(ids).size]).toEqual([[DELETED_PAGE_ROWS, 21], DELETED_PAGE_ROWS + 21]);
  expect((await ada.get("/api/deletions?before=first")).status).toBe(400);
});

test("A page ends sooner when its rows have long texts, and other requests run between its parts", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 300 });
  await server.services.db.writer
    .updateTable("item")
    .set({ description: "d\u0301\u0301\u0301\u0301\u0301".repeat(1000), note: "n\u0301\u0301".repeat(1000) })
    .execute();
  await device.drain([sent(2, "shelf.delete", { id: shelf.id })]);
  const ids = new Set<string>();
  let [most, turns] = [0, 0];
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  for (let before: string | null = ""; before !== null;) {
    const page = (await (await ada.get(`/api/deletions${before && `?before=${before}`}`)).json()) as Page;
    for (const { row } of page.deletions) ids.add(row.id);
    most = Math.max(most, page.deletions.length);
    before = page.next;
  }
  clearImmediate(next);
  expect([ids.size, most]).toEqual([301, 150]);
  expect(turns).toBeGreaterThanOrEqual(6);
});
