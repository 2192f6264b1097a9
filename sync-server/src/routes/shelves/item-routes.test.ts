import { NEW_ITEM_MARKS, UNCHECKED } from "@shelv/contract/rows/item";
import { PICTURE_WIDTHS } from "@shelv/contract/rows/picture";
import type { ItemAnswer } from "@shelv/contract/routes/items";
import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { expect, test } from "vitest";
import type { Browser } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";
import { picture } from "#testing/pictures";

const UNKNOWN = "01a1fc6d-b2b5-746d-8918-a634e34b0c70";
const URL = "https://example.org/";
const ownerWithShelf = async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  return { server, ada, shelf: await addShelf(ada, "Books") };
};
const addShelf = async (owner: Browser, name: string) =>
  (await (await owner.post("/api/shelves", { name })).json()) as ShelfAnswer;
const add = async (owner: Browser, shelfId: string, fields: Record<string, string | Blob>) =>
  (await (
    await owner.form("POST", `/api/shelves/${shelfId}/items`, { url: URL, ...fields })
  ).json()) as ItemAnswer;
const titles = async (owner: Browser, path: string) =>
  ((await (await owner.get(path)).json()) as ItemAnswer[]).map(({ title, order }) => `${order} ${title}`);

test("An item's note is answered to its owner, and no visitor gets it", async () => {
  const { ada, server, shelf } = await ownerWithShelf();
  const made = await add(ada, shelf.id, { title: "A book", note: "From the market" });
  const changed = await (await ada.form("PATCH", `/api/items/${made.id}`, { note: "At the kiln" })).json();
  expect([made.note, changed]).toEqual(["From the market", { ...made, note: "At the kiln" }]);
  expect(await (await ada.get("/api/items")).json()).toEqual([changed]);
  const visitor = server.browser();
  for (const path of ["/ada", "/api/users/ada/shelves", "/api/users/ada"])
    expect(await (await visitor.get(path)).text()).not.toContain("At the kiln");
  expect(await (await visitor.get("/ada")).text()).toContain("A book");
  expect((await ada.form("PATCH", `/api/items/${made.id}`, { note: "x".repeat(1001) })).status).toBe(400);
});

test("An item is created, listed, changed and deleted", async () => {
  const { ada, shelf } = await ownerWithShelf();
  const made = await add(ada, shelf.id, { title: "A book", price: "$19.99" });
  expect(made).toEqual({
    id: expect.any(String) as string,
    shelfId: shelf.id,
    title: "A book",
    url: URL,
    description: "",
    price: "$19.99",
    emoji: "",
    note: "",
    object: null,
    imageUrl: null,
    originalImageUrl: null,
    transparentImageUrl: null,
    categories: [],
    order: 0,
    ...NEW_ITEM_MARKS,
    ...UNCHECKED,
    shelf: { id: shelf.id, name: "Books", emoji: "📚" },
  });
  expect(await (await ada.get("/api/items")).json()).toEqual([made]);
  expect(await (await ada.get(`/api/shelves/${shelf.id}/items`)).json()).toEqual([made]);
  expect(await (await ada.get("/api/shelves")).json()).toMatchObject([{ itemCount: 1 }]);

  const changed = await (await ada.form("PATCH", `/api/items/${made.id}`, { price: "" })).json();
  expect(changed).toEqual({ ...made, price: "" });

  expect((await ada.delete(`/api/items/${made.id}`)).status).toBe(204);
  expect(await (await ada.get("/api/items")).json()).toEqual([]);
});

test("An item's picture is in its form and is served in every width", async () => {
  const { ada, shelf } = await ownerWithShelf();
  const image = new Blob([await picture("png")], { type: "image/png" });
  const made = await add(ada, shelf.id, { title: "A book", image });
  expect(made.imageUrl).toMatch(/^\/media\/[\da-f]{64}\/320\.webp$/);
  for (const width of PICTURE_WIDTHS) {
    expect(
      (await ada.get(made.imageUrl?.replace(/320(?=\.webp$)/, String(width)) ?? "")).headers.get(
        "Content-Type",
      ),
    ).toBe("image/webp");
  }
  const kept = await (await ada.form("PATCH", `/api/items/${made.id}`, { title: "The book" })).json();
  expect(kept).toEqual({ ...made, title: "The book" });
  const other = await (
    await ada.form("PATCH", `/api/items/${made.id}`, { image: new Blob([await picture("jpeg")]) })
  ).json();
  expect((other as ItemAnswer).imageUrl).not.toBe(made.imageUrl);
});

test("A file that is not a picture is rejected, and the item with it", async () => {
  const { ada, shelf } = await ownerWithShelf();
  const page = new Blob(["<!doctype html><script>alert(1)</script>"], { type: "image/png" });
  const refused = await ada.form("POST", `/api/shelves/${shelf.id}/items`, {
    title: "A book",
    url: URL,
    image: page,
  });
  expect([refused.status, await refused.json()]).toEqual([
    415,
    { code: "wrong-media-type", message: "Please upload a JPEG, PNG, GIF, or WebP image" },
  ]);
  expect(await (await ada.get("/api/items")).json()).toEqual([]);
});

test("The intended link, title and emoji are stored, and the page leads there", async () => {
  const { server, ada, shelf } = await ownerWithShelf();
  const made = await add(ada, shelf.id, {
    title: "Line one\nLine two",
    url: "Look: https://example.com/my\u00ADshop",
    emoji: "👩🏽‍❤️‍💋‍👨🏿",
  });
  expect(made).toMatchObject({ title: "Line one Line two", url: "https://example.com/myshop", emoji: "👩🏽‍❤️‍💋‍👨🏿" });
  const links = {
    "tel:(030) 123456": "tel:030123456",
    "sms:+49 30 1234567": "sms:+49301234567",
    "whatsapp://send?phone=49301234567": "whatsapp://send?phone=49301234567",
    "me@example.com?subject=Hi there": "mailto:me@example.com?subject=Hi%20there",
  };
  for (const [typed, url] of Object.entries(links))
    expect(await add(ada, shelf.id, { title: "A link", url: typed })).toMatchObject({ url });
  const page = await (await server.browser().get("/ada")).text();
  for (const url of ["https://example.com/myshop", ...Object.values(links)])
    expect(page).toContain(`href="${url}"`);
});

test("An item needs no link: visitors see it, and nothing of it can be followed", async () => {
  const { server, ada, shelf } = await ownerWithShelf();
  const made = await ada.form("POST", `/api/shelves/${shelf.id}/items`, {
    title: "A sold pot",
    price: "$90",
  });
  expect(await made.json()).toMatchObject({ title: "A sold pot", url: "", linkState: "unchecked" });
  const linked = await add(ada, shelf.id, { title: "A find" });
  expect(await (await ada.form("PATCH", `/api/items/${linked.id}`, { url: " " })).json()).toMatchObject({
    url: "",
  });
  const visitor = server.browser();
  const page = await (await visitor.get("/ada")).text();
  for (const text of ["A sold pot", "$90", "A find"]) expect(page).toContain(text);
  expect(page).not.toContain('<a class="shelv-item"');
  const [{ items }] = (await (await visitor.get("/api/users/ada/shelves")).json()) as [
    { items: ItemAnswer[] },
  ];
  expect(items.map(({ url }) => url)).toEqual(["", ""]);
});

test("A form that is broken, incomplete or not a form is rejected", async () => {
  const { ada, shelf } = await ownerWithShelf();
  const path = `/api/shelves/${shelf.id}/items`;
  const broken = await ada.send("POST", path, {
    body: "--x\r\nnonsense",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect(broken.status).toBe(400);
  expect((await ada.post(path, { title: "A book", url: URL })).status).toBe(415);
  const incomplete = await ada.form("POST", path, { title: "", url: "javascript:alert(1)" });
  expect(await incomplete.json()).toEqual({
    code: "invalid",
    message: "Title is required",
    issues: expect.arrayContaining([
      { path: "title", message: "Title is required" },
      { path: "url", message: "Must be a valid URL. javascript: links can't be used here" },
    ]) as unknown,
  });
});

test("An item moves within its shelf and to another one", async () => {
  const { ada, shelf } = await ownerWithShelf();
  const other = await addShelf(ada, "Films");
  const [a] = [
    await add(ada, shelf.id, { title: "a" }),
    await add(ada, shelf.id, { title: "b" }),
    await add(ada, other.id, { title: "c" }),
  ];
  await ada.patch(`/api/items/${a.id}/reorder`, { order: 1 });
  expect(await titles(ada, "/api/items")).toEqual(["0 b", "1 a", "0 c"]);
  const moved = await (await ada.patch(`/api/items/${a.id}/reorder`, { order: 0, shelfId: other.id })).json();
  expect(moved).toMatchObject({ shelfId: other.id, order: 0, shelf: { name: "Films" } });
  expect(await titles(ada, "/api/items")).toEqual(["0 b", "0 a", "1 c"]);
  expect((await ada.patch(`/api/items/${a.id}/reorder`, { order: 0, shelfId: UNKNOWN })).status).toBe(404);
});

test("An unknown item and another owner's get the same answer", async () => {
  const { server, ada, shelf } = await ownerWithShelf();
  const { id } = await add(ada, shelf.id, { title: "A book" });
  const eve = await server.signedIn("eve@example.org", "eve");
  const own = await addShelf(eve, "Loot");
  for (const foreign of [id, UNKNOWN]) {
    const answers = [
      await eve.form("PATCH", `/api/items/${foreign}`, { title: "Stolen" }),
      await eve.patch(`/api/items/${foreign}/reorder`, { order: 0, shelfId: own.id }),
      await eve.delete(`/api/items/${foreign}`),
    ];
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { code: "item-not-found", message: "This item was deleted" },
      ]);
  }
  expect(await titles(ada, "/api/items")).toEqual(["0 A book"]);
  expect(await titles(eve, "/api/items")).toEqual([]);
});

test("Deleting a shelf deletes its items", async () => {
  const { ada, shelf } = await ownerWithShelf();
  const { id } = await add(ada, shelf.id, { title: "A book" });
  await ada.delete(`/api/shelves/${shelf.id}`);
  expect((await ada.form("PATCH", `/api/items/${id}`, { title: "Back" })).status).toBe(404);
});

test("Visitors read a page's shelves in the owner's order, and nothing of an unknown user", async () => {
  const { server, ada, shelf } = await ownerWithShelf();
  const [, b] = [await add(ada, shelf.id, { title: "a" }), await add(ada, shelf.id, { title: "b" })];
  await ada.patch(`/api/items/${b.id}/reorder`, { order: 0 });
  const visitor = server.browser();
  expect(await (await visitor.get("/api/users/ADA/shelves")).json()).toMatchObject([
    { id: shelf.id, name: "Books", items: [{ title: "b", imageUrl: null }, { title: "a" }] },
  ]);
  for (const path of ["/api/users/nobody", "/api/users/nobody/shelves"])
    expect((await visitor.get(path)).status).toBe(404);
});
