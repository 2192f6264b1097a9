import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { expect, test } from "vitest";
import type { Browser } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";

const UNKNOWN = "01a1fc6d-b2b5-746d-8918-a634e34b0c70";
const add = async (owner: Browser, name: string) =>
  (await (await owner.post("/api/shelves", { name })).json()) as ShelfAnswer;
const list = async (owner: Browser) => (await (await owner.get("/api/shelves")).json()) as ShelfAnswer[];
const names = async (owner: Browser) => (await list(owner)).map(({ name, order }) => `${order} ${name}`);

test("A shelf is created, listed, changed and deleted", async () => {
  const ada = await (await openTestServer()).signedIn("ada@example.org", "ada");
  const made = await add(ada, " Books ");
  expect(made).toEqual({
    id: expect.any(String) as string,
    name: "Books",
    description: "",
    emoji: "📚",
    order: 0,
    itemCount: 0,
    categories: [],
    items: [],
  });
  expect(await list(ada)).toEqual([made]);

  const changed = await (
    await ada.patch(`/api/shelves/${made.id}`, { description: "To read", emoji: "🔗" })
  ).json();
  expect(changed).toEqual({ ...made, description: "To read", emoji: "🔗" });
  expect(await (await ada.patch(`/api/shelves/${made.id}`, {})).json()).toEqual(changed);

  const deleted = await ada.delete(`/api/shelves/${made.id}`);
  expect([deleted.status, await deleted.text()]).toEqual([204, ""]);
  expect(await list(ada)).toEqual([]);
});

test("A shelf dropped at a place stays there, and orders stay dense", async () => {
  const ada = await (await openTestServer()).signedIn("ada@example.org", "ada");
  const [a, , c] = [await add(ada, "a"), await add(ada, "b"), await add(ada, "c")];
  expect(await (await ada.patch(`/api/shelves/${c.id}/reorder`, { order: 0 })).json()).toMatchObject({
    name: "c",
    order: 0,
  });
  expect(await names(ada)).toEqual(["0 c", "1 a", "2 b"]);
  await ada.patch(`/api/shelves/${c.id}/reorder`, { order: 1 });
  expect(await names(ada)).toEqual(["0 a", "1 c", "2 b"]);
  await ada.patch(`/api/shelves/${a.id}/reorder`, { order: 99 });
  expect(await names(ada)).toEqual(["0 c", "1 b", "2 a"]);
});

test("The Free plan allows three shelves, even with four parallel requests; PLAN_LIMITS=off allows any number", async () => {
  const ada = await (await openTestServer()).signedIn("ada@example.org", "ada");
  const answers = await Promise.all(["a", "b", "c", "d"].map((name) => ada.post("/api/shelves", { name })));
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "200", "200", "403"]);
  const refused = answers.find(({ status }) => status === 403);
  expect(await refused?.json()).toEqual({
    code: "shelf-limit",
    message: "The Free plan has room for 3 shelves",
  });
  expect(await list(ada)).toHaveLength(3);

  const free = await (
    await openTestServer({ env: { PLAN_LIMITS: "off" } })
  ).signedIn("ada@example.org", "ada");
  for (const name of ["a", "b", "c", "d"]) await add(free, name);
  expect(await list(free)).toHaveLength(4);
});

test("An unknown shelf and another owner's get the same answer", async () => {
  const server = await openTestServer();
  const [ada, eve] = [
    await server.signedIn("ada@example.org", "ada"),
    await server.signedIn("eve@example.org", "eve"),
  ];
  const { id } = await add(ada, "Books");
  for (const foreign of [id, UNKNOWN]) {
    const answers = [
      await eve.patch(`/api/shelves/${foreign}`, { name: "Stolen" }),
      await eve.patch(`/api/shelves/${foreign}/reorder`, { order: 0 }),
      await eve.delete(`/api/shelves/${foreign}`),
      await eve.get(`/api/shelves/${foreign}/items`),
      await eve.form("POST", `/api/shelves/${foreign}/items`, {
        title: "Planted",
        url: "https://evil.example",
      }),
    ];
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { code: "shelf-not-found", message: "This shelf was deleted" },
      ]);
  }
  expect(await names(ada)).toEqual(["0 Books"]);
});

test("A malformed id or an empty name is invalid", async () => {
  const ada = await (await openTestServer()).signedIn("ada@example.org", "ada");
  expect((await ada.delete("/api/shelves/1")).status).toBe(400);
  const nameless = await ada.post("/api/shelves", { name: "  " });
  expect(await nameless.json()).toEqual({
    code: "invalid",
    message: "Shelf name is required",
    issues: [{ path: "name", message: "Shelf name is required" }],
  });
});
