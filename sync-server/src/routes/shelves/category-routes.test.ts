import type { CategoryAnswer } from "@shelv/contract/routes/categories";
import type { ItemAnswer } from "@shelv/contract/routes/items";
import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

async function ownerWithCategories() {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const shelf = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as ShelfAnswer;
  const add = async (name: string, shelfId = shelf.id) =>
    (await (await ada.post(`/api/shelves/${shelfId}/categories`, { name })).json()) as CategoryAnswer;
  const list = async () =>
    ((await (await ada.get(`/api/shelves/${shelf.id}/categories`)).json()) as CategoryAnswer[]).map(
      ({ name, order }) => `${order} ${name}`,
    );
  return { ada, shelf, add, list };
}

test("A category is created, renamed, moved and deleted", async () => {
  const { ada, shelf, add, list } = await ownerWithCategories();
  const novels = await add(" Novels ");
  expect(novels).toEqual({ id: expect.any(String) as string, name: "Novels", shelfId: shelf.id, order: 0 });
  const poems = await add("Poems");
  expect(await (await ada.patch(`/api/categories/${novels.id}`, { name: "Fiction" })).json()).toEqual({
    ...novels,
    name: "Fiction",
  });
  expect(await (await ada.patch(`/api/categories/${poems.id}/reorder`, { order: 0 })).json()).toMatchObject({
    name: "Poems",
    order: 0,
  });
  expect(await list()).toEqual(["0 Poems", "1 Fiction"]);
  expect((await ada.delete(`/api/categories/${poems.id}`)).status).toBe(204);
  expect(await list()).toEqual(["0 Fiction"]);
  expect(await (await ada.get("/api/shelves")).json()).toMatchObject([
    { categories: [{ id: novels.id, name: "Fiction" }] },
  ]);
});

test("A category that is created or renamed to a name of its shelf is merged, and the answer is the one that stays", async () => {
  const { ada, shelf, add, list } = await ownerWithCategories();
  const [novels, poems] = [await add("Novels"), await add("Poems")];
  const form = { title: "Emma", url: "https://example.org/", categories: JSON.stringify([poems.id]) };
  const emma = (await (await ada.form("POST", `/api/shelves/${shelf.id}/items`, form)).json()) as ItemAnswer;

  expect(await add("novels")).toEqual({ ...novels, order: 0 });
  expect(await (await ada.patch(`/api/categories/${poems.id}`, { name: "NOVELS" })).json()).toEqual(novels);
  expect(await list()).toEqual(["0 Novels"]);
  expect(await (await ada.get(`/api/items/${emma.id}/categories`)).json()).toEqual([novels]);
  expect(await (await ada.patch(`/api/categories/${poems.id}`, { name: "Fiction" })).json()).toEqual({
    ...novels,
    name: "Fiction",
  });
});

test("An item has the given categories of its shelf, and gets those with the same names on another shelf", async () => {
  const { ada, shelf, add } = await ownerWithCategories();
  const [novels, poems] = [await add("Novels"), await add("Poems")];
  const other = (await (await ada.post("/api/shelves", { name: "Gifts" })).json()) as ShelfAnswer;
  const [gifts, sameName] = [await add("For him", other.id), await add("Novels", other.id)];

  const form = {
    title: "Emma",
    url: "https://example.org/",
    categories: JSON.stringify([novels.id, gifts.id]),
  };
  const emma = (await (await ada.form("POST", `/api/shelves/${shelf.id}/items`, form)).json()) as ItemAnswer;
  expect(emma.categories).toEqual([{ id: novels.id, name: "Novels" }]);

  const both = await ada.form("PATCH", `/api/items/${emma.id}`, {
    categories: JSON.stringify([poems.id, novels.id]),
  });
  expect(((await both.json()) as ItemAnswer).categories.map(({ name }) => name)).toEqual(["Novels", "Poems"]);
  expect(await (await ada.get(`/api/items/${emma.id}/categories`)).json()).toMatchObject([
    { name: "Novels" },
    { name: "Poems" },
  ]);
  expect(await (await ada.get("/api/users/ada/shelves")).json()).toMatchObject([
    { items: [{ categories: [{ name: "Novels" }, { name: "Poems" }] }] },
    {},
  ]);

  const moved = await (
    await ada.patch(`/api/items/${emma.id}/reorder`, { order: 0, shelfId: other.id })
  ).json();
  expect((moved as ItemAnswer).categories).toEqual([{ id: sameName.id, name: "Novels" }]);
  const none = await (await ada.form("PATCH", `/api/items/${emma.id}`, { categories: "[]" })).json();
  expect((none as ItemAnswer).categories).toEqual([]);
  expect((await ada.form("PATCH", `/api/items/${emma.id}`, { categories: "novels" })).status).toBe(400);
});
