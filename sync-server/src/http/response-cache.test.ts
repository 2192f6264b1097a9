import { expect, test } from "vitest";
import { SESSION_VALID_MS } from "#sign-in/sessions";
import { openTestServer } from "#testing/open-test-server";
import type { Bytes } from "./read-body.ts";
import { ResponseCache } from "./response-cache.ts";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytesOf = (text: string) => new TextEncoder().encode(text);

test("An answer is computed once, and again after the owner's next commit", async () => {
  const answers = new ResponseCache(1000);
  let made = 0;
  const ask = async (userId: string, path: string) =>
    textOf(await answers.get(userId, path, async () => bytesOf(`${path} ${(made += 1)}`)));
  expect([
    await ask("ada", "/a"),
    await ask("ada", "/a"),
    await ask("ada", "/b"),
    await ask("eve", "/a"),
  ]).toEqual(["/a 1", "/a 1", "/b 2", "/a 3"]);
  answers.drop("ada");
  expect([await ask("ada", "/a"), await ask("ada", "/b"), await ask("eve", "/a")]).toEqual([
    "/a 4",
    "/b 5",
    "/a 3",
  ]);
});

test("An answer read before a commit and finished after it is sent, but not cached", async () => {
  const answers = new ResponseCache(1000);
  const slow = Promise.withResolvers<Bytes>();
  const early = answers.get("ada", "/a", () => slow.promise);
  answers.drop("ada");
  slow.resolve(bytesOf("old"));
  expect(textOf(await early)).toBe("old");
  expect(textOf(await answers.get("ada", "/a", async () => bytesOf("new")))).toBe("new");
});

test("A commit of one owner leaves the pending answers of others", async () => {
  const answers = new ResponseCache(1000);
  const slow = Promise.withResolvers<Bytes>();
  const early = answers.get("eve", "/a", () => slow.promise);
  answers.drop("ada");
  slow.resolve(bytesOf("of eve"));
  await early;
  expect(textOf(await answers.get("eve", "/a", async () => bytesOf("again")))).toBe("of eve");

  const missed = Promise.withResolvers<Bytes>();
  const old = answers.get("ada", "/a", () => missed.promise);
  answers.clear();
  missed.resolve(bytesOf("old"));
  await old;
  expect(textOf(await answers.get("ada", "/a", async () => bytesOf("new")))).toBe("new");
});

test("No more is cached than the limit", async () => {
  const answers = new ResponseCache(100);
  let made = 0;
  const ask = (userId: string) =>
    answers.get(userId, "/a", async () => bytesOf(`${(made += 1)}${"x".repeat(60)}`));
  for (const userId of ["ada", "eve", "ada"]) await ask(userId);
  expect(made).toBe(3);
});

test("Lists show every change at once, no matter which device made it", async () => {
  const server = await openTestServer();
  const [ada, phone] = [
    await server.signedIn("ada@example.org", "ada"),
    await server.signedIn("ada@example.org", null),
  ];
  const listed = async () => {
    const [shelves, items] = [await phone.get("/api/shelves"), await phone.get("/api/items")];
    return [await shelves.json(), await items.json()] as [
      { id: string; name: string; itemCount: number }[],
      { id: string; title: string }[],
    ];
  };
  expect(await listed()).toEqual([[], []]);
  const { id } = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as { id: string };
  await ada.form("POST", `/api/shelves/${id}/items`, { title: "Emma", url: "https://example.org" });
  const [[shelf], [item]] = await listed();
  expect([shelf?.name, shelf?.itemCount, item?.title]).toEqual(["Books", 1, "Emma"]);
  await ada.form("PATCH", `/api/items/${item?.id}`, { title: "Persuasion" });
  expect((await listed())[1][0]?.title).toBe("Persuasion");
  await ada.delete(`/api/shelves/${id}`);
  expect(await listed()).toEqual([[], []]);
});

test("A cached answer renews the session's cookie when it is due, and is not used for other users", async () => {
  const server = await openTestServer();
  const [ada, eve] = [
    await server.signedIn("ada@example.org", "ada"),
    await server.signedIn("eve@example.org", "eve"),
  ];
  await ada.post("/api/shelves", { name: "Books" });
  for (const person of [ada, eve]) await person.get("/api/shelves");
  expect(await (await eve.get("/api/shelves")).json()).toEqual([]);
  server.wait(SESSION_VALID_MS / 2);
  const answer = await ada.get("/api/shelves");
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^shelv-session=/)]);
  expect([answer.headers.get("Cache-Control"), answer.headers.get("X-Content-Type-Options")]).toEqual([
    "no-store",
    "nosniff",
  ]);
  expect(await answer.json()).toMatchObject([{ name: "Books" }]);
  expect((await ada.get("/api/shelves")).headers.getSetCookie()).toEqual([]);
});

test("A cached answer has all common headers", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } });
  const ada = await server.signedIn("ada@example.org", "ada");
  const [kept, other] = [await ada.get("/api/shelves"), await ada.get("/api/nope")];
  const { "content-type": type, ...headers } = Object.fromEntries(kept.headers);
  expect(type).toBe("application/json");
  expect(headers).toMatchObject(
    Object.fromEntries([...other.headers].filter(([name]) => name !== "content-type")),
  );
});
