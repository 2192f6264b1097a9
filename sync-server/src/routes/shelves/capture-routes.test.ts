import type { ItemAnswer } from "@shelv/contract/routes/items";
import { v7 as uuid } from "uuid";
import { expect, inject, onTestFinished, test } from "vitest";
import { servePages } from "#links/details/testing/serve-pages";
import { html, og, page } from "#links/details/testing/test-page";
import { openTestServer } from "#testing/open-test-server";
import { fillAccount } from "#testing/fill-account";
import { picture } from "#testing/pictures";

type Token = { id: string; name: string; token: string; lastUsedAt: string | null };

async function world(env: Record<string, string> = {}) {
  const server = await openTestServer({ env });
  const ada = await server.signedIn("ada@example.org", "ada");
  const shelf = (await (await ada.post("/api/shelves", { name: "Links" })).json()) as { id: string };
  const token = (await (await ada.post("/api/capture-tokens", { name: "Phone" })).json()) as Token;
  const app = server.browser();
  const capture = (body: object, secret = token.token) =>
    app.send("POST", "/api/capture", {
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${secret}`,
        Origin: "https://other.example",
      },
    });
  const items = async () => (await (await ada.get("/api/items")).json()) as ItemAnswer[];
  return { server, ada, shelf, token, app, capture, items };
}

test("A token is shown once, and stored as a hash", async () => {
  const { server, ada, token } = await world();
  expect(token.token).toMatch(/^shelv_[\w-]{43}$/);
  const listed = await (await ada.get("/api/capture-tokens")).text();
  expect(listed).not.toContain(token.token);
  expect(JSON.parse(listed)).toEqual({
    tokens: [{ id: token.id, name: "Phone", createdAt: expect.any(String), lastUsedAt: null }],
  });
  const [row] = await server.services.db.reader.selectFrom("capture_token").selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(token.token.slice(6));
});

test("Captures that arrive at once become items in the order of their arrival", async () => {
  const { capture, items } = await world();
  const titles = Array.from({ length: 12 }, (_, at) => `Link ${at}`);
  const answers = await Promise.all(
    titles.map((title, at) => capture({ url: `https://example.org/${at}`, title })),
  );
  expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
  const made = (await items()).map(({ title }) => title);
  // Several connections of PostgreSQL read the tokens: what arrives at once has no order there.
  const isInOrder = inject("postgresUrl") === undefined;
  expect(isInOrder ? made : new Set(made)).toEqual(isInOrder ? titles : new Set(titles));
});

test("A captured link becomes an item whose page is read afterwards", async () => {
  const png = page(
    "/own.png",
    await picture("png", { width: 200, height: 200 }),
    {},
    { headers: { "content-type": "image/png" } },
  );
  const site = await servePages([
    page("/mug", html(og({ "og:title": "Blue Mug", "og:description": "Clay." })), {}),
    png,
  ]);
  onTestFinished(site.stop);
  const { server, shelf, capture, items } = await world({ OUTBOUND_ALLOW: site.allow });
  const answer = await capture({
    url: `${site.origin}/mug`,
    price: "5 €",
    imageUrl: `${site.origin}/own.png`,
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ shelfId: shelf.id, title: "Mug", duplicateOf: null });
  expect((await items())[0]?.details).toBe("pending");
  await server.services.linkWorker.runDue();
  const [item] = await items();
  expect(item).toMatchObject({ title: "Blue Mug", description: "Clay.", price: "5 €", details: "uncut" });
  expect(item?.imageUrl).not.toBeNull();
});

test("A captured picture stays although its page cannot be read, and the item says so", async () => {
  const png = page(
    "/own.png",
    await picture("png", { width: 200, height: 200 }),
    {},
    { headers: { "content-type": "image/png" } },
  );
  const site = await servePages([png]);
  onTestFinished(site.stop);
  const { server, capture, items } = await world({ OUTBOUND_ALLOW: site.allow });
  await capture({ url: `${site.origin}/nowhere`, imageUrl: `${site.origin}/own.png` });
  await server.services.linkWorker.runDue();
  const [item] = await items();
  expect(item).toMatchObject({ title: "Nowhere", details: "failed" });
  expect(item?.imageUrl).not.toBeNull();
});

test("A link in a text is enough, and the text becomes the description", async () => {
  const { capture, items } = await world();
  await capture({ text: "Look at this: https://example.org/mug it is blue", title: "  Mug\nof clay " });
  expect((await items())[0]).toMatchObject({
    title: "Mug of clay",
    url: "https://example.org/mug",
    description: "Look at this: it is blue",
  });
});

test.each([
  [{ url: null, title: "Mug https://example.org/mug", text: null }, "Mug", ""],
  [{ title: "https://example.org/mug" }, "Mug", ""],
  [{ title: "良いhttps://example.org/mug。", price: null, imageUrl: null, shelfId: null }, "良い。", ""],
  [{ title: "Mug", text: `${"長".repeat(17_000)} https://example.org/mug` }, "Mug", "長".repeat(999) + "…"],
  [
    { title: "x".repeat(50_000), text: "example.org/mug", price: "y".repeat(50_000) },
    "x".repeat(199) + "…",
    "",
  ],
])("As on the share screen, a link counts wherever it is: case %#", async (body, title, description) => {
  const { capture, items } = await world();
  expect((await capture(body)).status).toBe(200);
  expect((await items())[0]).toMatchObject({ url: "https://example.org/mug", title, description });
});

test("Texts that are too long are cut, and never refused", async () => {
  const { capture, items } = await world();
  expect(
    (
      await capture({
        url: "https://example.org/",
        title: "x".repeat(900),
        text: "word ".repeat(900),
        price: "y".repeat(99),
      })
    ).status,
  ).toBe(200);
  const [item] = await items();
  expect([item?.title.length, item?.price.length]).toEqual([200, 40]);
  expect(item?.description.length).toBeLessThanOrEqual(1000);
});

test.each([
  [{}, "capture-without-link"],
  [{ text: "no link here" }, "capture-without-link"],
  [{ url: "javascript:alert(1)" }, "capture-without-link"],
  [{ url: "file:///etc/passwd" }, "capture-without-link"],
  [{ url: "https://example.org/", shelfId: uuid() }, "shelf-not-found"],
])("%j is refused: %s", async (body, code) => {
  const { capture, items } = await world();
  expect(await (await capture(body)).json()).toMatchObject({ code });
  expect(await items()).toEqual([]);
});

test("A phone link has no page to read", async () => {
  const { capture, items } = await world();
  await capture({ url: "tel:+49301234567", title: "Call me" });
  expect((await items())[0]).toMatchObject({ url: "tel:+49301234567", details: null });
});

test("A duplicate is added, and the answer says so", async () => {
  const { capture, items } = await world();
  const first = (await (
    await capture({ url: "https://www.example.org/mug/?utm_source=x", title: "Mug" })
  ).json()) as { id: string };
  const second = await capture({ url: "https://example.org/mug#top" });
  expect(await second.json()).toMatchObject({ duplicateOf: { id: first.id, title: "Mug" } });
  expect(await items()).toHaveLength(2);
});

test("Without a shelf the item goes where the last one went, or says that there is none", async () => {
  const { server, ada, capture, items } = await world();
  const other = (await (await ada.post("/api/shelves", { name: "Other" })).json()) as { id: string };
  server.wait(1000);
  await capture({ url: "https://example.org/1", shelfId: other.id });
  server.wait(1000);
  await capture({ url: "https://example.org/2" });
  expect((await items()).map(({ shelfId }) => shelfId)).toEqual([other.id, other.id]);
  const eve = await server.signedIn("eve@example.org", "eve");
  const { token } = (await (await eve.post("/api/capture-tokens", { name: "Phone" })).json()) as Token;
  expect(await (await capture({ url: "https://example.org/" }, token)).json()).toMatchObject({
    code: "capture-without-shelf",
  });
});

test("A token adds, and does nothing else", async () => {
  const { app, token, shelf } = await world();
  const headers = { Authorization: `Bearer ${token.token}` };
  for (const [method, path] of [
    ["GET", "/api/items"],
    ["GET", "/api/capture-tokens"],
    ["DELETE", `/api/shelves/${shelf.id}`],
    ["GET", "/api/user/export"],
  ] as const)
    expect([path, (await app.send(method, path, { headers })).status]).toEqual([path, 401]);
});

test("A revoked, unknown or missing token is refused, and another owner's cannot be revoked", async () => {
  const { server, ada, token, capture } = await world();
  const eve = await server.signedIn("eve@example.org", "eve");
  expect((await eve.delete(`/api/capture-tokens/${token.id}`)).status).toBe(204);
  expect((await capture({ url: "https://example.org/" })).status).toBe(200);
  await ada.delete(`/api/capture-tokens/${token.id}`);
  for (const secret of [token.token, `shelv_${"a".repeat(43)}`, "x", ""])
    expect(await (await capture({ url: "https://example.org/" }, secret)).json()).toMatchObject({
      code: "capture-token-wrong",
    });
  // A stranger's body is not read.
  expect((await capture({ url: 1 }, "x")).status).toBe(401);
});

test("Another site's page cannot make a token with the owner's cookie", async () => {
  const { ada } = await world();
  const answer = await ada.send("POST", "/api/capture-tokens", {
    body: JSON.stringify({ name: "Evil" }),
    headers: { "Content-Type": "application/json", Origin: "https://evil.example" },
  });
  expect(await answer.json()).toMatchObject({ code: "wrong-origin" });
});

test("An account has twenty tokens, and sixty captures per hour on average of five hours", async () => {
  const { server, ada, capture, items } = await world();
  const { id: userId } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  for (let at = 1; at < 20; at += 1)
    expect((await ada.post("/api/capture-tokens", { name: `${at}` })).status).toBe(200);
  expect(await (await ada.post("/api/capture-tokens", { name: "21" })).json()).toMatchObject({
    code: "capture-token-limit",
  });
  await server.services.limits.takeMany(299, ["captures-by-account", userId]);
  expect((await capture({ url: "https://example.org/300" })).status).toBe(200);
  const refused = await capture({ url: "https://example.org/301" });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(await items()).toHaveLength(1);
  server.wait(301 * 60_000);
  expect((await capture({ url: "https://example.org/302" })).status).toBe(200);
});

test("Of a hundred captures at once each is stored, and no two have the same position", async () => {
  const { server, capture } = await world();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => capture({ url: `https://example.org/${at}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = await server.services.db.reader.selectFrom("item").select(["url", "position"]).execute();
  expect(new Set(rows.map(({ url }) => url)).size).toBe(100);
  expect(new Set(rows.map(({ position }) => position)).size).toBe(100);
});

test.each([
  ["https://example.org/a/mug", "HTTPS://m.example.org:443/a/mug/index.html?fbclid=1#x"],
  ["https://example.org/%C3%BCber-uns/", "http://www.example.org/über-uns"],
  ["https://bücher.example/", "https://xn--bcher-kva.example"],
  ["https://example.org/?id=7", "https://example.org/?utm_source=a&id=7"],
  ["tel:+4930123456", "tel:+4930123456"],
])("%s and %s are the same link", async (first, second) => {
  const { capture } = await world();
  const { id } = (await (await capture({ url: first })).json()) as { id: string };
  await capture({ url: "https://example.org/another" });
  expect(await (await capture({ url: second })).json()).toMatchObject({ duplicateOf: { id } });
});

test("A link is compared with few long ones: their parameters cost more than those of usual links", async () => {
  const { capture } = await world();
  const long = (at: number) => `https://example.org/?${"a&".repeat(900)}at=${at}`;
  for (let at = 0; at < 60; at += 1) await capture({ url: long(at) });
  expect(await (await capture({ url: long(5) })).json()).toMatchObject({
    duplicateOf: { title: "example.org" },
  });
  expect(await (await capture({ url: long(59) })).json()).toMatchObject({ duplicateOf: null });
});

test("A capture reads few rows of a large account, and its account pays for them", async () => {
  const { server, ada, capture } = await world();
  const { id: userId } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  await fillAccount(server.services.db, userId, { itemsOnEach: 1500 });
  const charged: number[] = [];
  const { workQuotas } = server.services;
  const charge = workQuotas.charge.bind(workQuotas);
  workQuotas.charge = (payer, rows) => {
    if (payer === userId) charged.push(rows);
    charge(payer, rows);
  };
  expect((await capture({ url: "https://other.example/mug" })).status).toBe(200);
  const rows = charged.reduce((sum, count) => sum + count, 0);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(150);
});
