import { NEW_ITEM_MARKS } from "@shelv/contract/rows/item";
import { newItem } from "@shelv/contract/testing/rows";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { v7 as uuid } from "uuid";
import { expect, onTestFinished, test, vi } from "vitest";
import { readItems } from "#database/rows/read-owner";
import { serve, servePages } from "#links/details/testing/serve-pages";
import { html, og, page, type TestPage } from "#links/details/testing/test-page";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { picture } from "#testing/pictures";
import { claimDetailJob } from "./detail-jobs.ts";
import { LinkWorker } from "./link-worker.ts";
import { addMissingLinks } from "./link-rows.ts";

type Item = OwnerRow<"items">;

async function world(pages: readonly TestPage[], env: Record<string, string> = {}) {
  const site = await servePages(pages);
  onTestFinished(site.stop);
  const server = await openTestServer({ env: { OUTBOUND_ALLOW: site.allow, ...env } });
  const browser = await server.signedIn("ada@example.org", "ada");
  const device = await Device.of(browser);
  const shelf = newShelf("Links");
  await device.sync([sent(1, "shelf.create", shelf)]);
  let mid = 1;
  const add = async (path: string, more: Partial<Item> = {}): Promise<string> => {
    const id = uuid();
    mid += 1;
    const url = site.origin + path;
    const item = {
      ...newItem({ id, shelfId: shelf.id, title: "127.0.0.1", url }),
      ...NEW_ITEM_MARKS,
      details: "pending" as const,
      ...more,
    };
    await device.sync([sent(mid, "item.create", item)]);
    return id;
  };
  const read = async (id: string) =>
    (await readItems(server.services.db.reader, device.userId)).find((item) => item.id === id);
  const run = () => server.services.linkWorker.runDue();
  return { site, server, browser, device, add, read, run, shelf, next: () => (mid += 1) };
}

const jobsOf = (server: TestServer) => server.services.db.reader.selectFrom("link_job").selectAll().execute();

const MUG = page(
  "/mug",
  html(
    og({
      "og:title": "Blue Mug",
      "og:description": "Made of clay.",
      "og:image": "ORIGIN/mug.png",
      "product:price:amount": "24.00",
      "product:price:currency": "USD",
    }),
  ),
  {},
);

test("An item without details gets them after the sync, with its picture, on every device", async () => {
  const png = page(
    "/mug.png",
    await picture("png", { width: 320, height: 240 }),
    {},
    { headers: { "content-type": "image/png" } },
  );
  const { server, browser, device, add, read, run } = await world([MUG, png]);
  const other = await Device.of(browser);
  const id = await add("/mug");
  expect((await read(id))?.details).toBe("pending");
  await run();
  const item = await read(id);
  expect(item).toMatchObject({
    title: "Blue Mug",
    description: "Made of clay.",
    price: "$24.00",
    details: "uncut",
  });
  expect((await browser.get(`/media/${item?.picture}/320.webp`)).status).toBe(200);
  expect(await jobsOf(server)).toEqual([]);
  for (const each of [device, other])
    expect((await each.sync()).rows).toContainEqual({ table: "items", row: item });
});

test.each([
  ["de-CH, de;q=0.9", "Tasse"],
  ["de/DE", "Mug"],
  [`de${", de".repeat(100)}`, "Mug"],
])(
  "A page is read later in the language of the request that brought its link: %j",
  async (language, title) => {
    const site = await serve(({ headers }, response) => {
      const isGerman = headers["accept-language"]?.startsWith("de") === true;
      response.setHeader("content-type", "text/html");
      response.end(html(og({ "og:title": isGerman ? "Tasse" : "Mug", "og:description": "Clay" })));
    });
    onTestFinished(site.stop);
    const { browser, device, read, run, next, shelf } = await world([], { OUTBOUND_ALLOW: site.allow });
    const item = newItem({ id: uuid(), shelfId: shelf.id, title: "127.0.0.1", url: site.origin });
    const mutations = [
      sent(next(), "item.create", { ...item, ...NEW_ITEM_MARKS, details: "pending" as const }),
    ];
    await browser.post("/api/sync", device.request({ mutations }), {
      "X-User": device.userId,
      "Accept-Language": language,
    });
    await run();
    expect((await read(item.id))?.title).toBe(title);
  },
);

test("What the owner has typed stays, also on another device while the page is read", async () => {
  const { device, add, read, run, next } = await world([MUG]);
  const typed = await add("/mug", { title: "My mug", price: "free" });
  const edited = await add("/mug");
  await device.sync([
    sent(next(), "item.update", { id: edited, patch: { title: "Edited" }, was: { title: "127.0.0.1" } }),
  ]);
  await run();
  expect(await read(typed)).toMatchObject({
    title: "My mug",
    price: "free",
    description: "Made of clay.",
    details: null,
  });
  expect(await read(edited)).toMatchObject({ title: "Edited", description: "Made of clay.", details: null });
});

test("A title from the address gives way to the page's, and stays if the page has none", async () => {
  const silent = page("/blue-cup", html(og({ "og:site_name": "Cups", "og:description": "Blue." })), {});
  const { add, read, run } = await world([MUG, silent]);
  const [mug, cup] = [await add("/mug", { title: "Mug" }), await add("/blue-cup")];
  await run();
  expect((await read(mug))?.title).toBe("Blue Mug");
  expect(await read(cup)).toMatchObject({ title: "Blue cup", description: "Blue.", details: null });
});

test("An edit that arrives after the page was read wins, and no notice is about it", async () => {
  const { browser, add, read, run } = await world([MUG]);
  const offline = await Device.of(browser);
  const id = await add("/mug");
  await run();
  await offline.sync([
    sent(1, "item.update", { id, patch: { title: "Typed offline" }, was: { title: "127.0.0.1" } }),
  ]);
  expect((await read(id))?.title).toBe("Typed offline");
  const { rows } = await offline.sync();
  expect(rows.filter(({ table }) => table === "notices")).toEqual([]);
});

test("An undo of a request for details takes back what the link filled in, and nothing that was typed since", async () => {
  const { browser, device, add, read, run, next } = await world([MUG]);
  const phone = await Device.of(browser);
  const id = await add("/mug", { details: null });
  const { title, description, price, picture, cutout, showsCutout } = (await read(id)) as Item;
  const before = { title, description, price, picture, cutout, showsCutout, details: null };
  type Fields = Record<string, unknown>;
  const edit = (mid: number, patch: Fields, was: Fields) => sent(mid, "item.update", { id, patch, was });
  await device.sync([edit(next(), { details: "pending" }, { details: null })]);
  await run();
  expect(await read(id)).toMatchObject({ title: "Blue Mug", description: "Made of clay.", price: "$24.00" });
  await device.sync([edit(next(), { price: "$25" }, { price: "$24.00" })]);
  await phone.sync([edit(1, { description: "Mine" }, { description: "Made of clay." })]);
  const { rows } = await device.sync([sent(next(), "item.take-back-details", { id, before })]);
  expect(await read(id)).toMatchObject({ ...before, description: "Mine", price: "$25" });
  expect(rows.filter(({ table }) => table === "notices")).toEqual([]);
});

test("A deletion that has not seen the details gets no notice", async () => {
  const { device, add, read, run, next } = await world([MUG]);
  const id = await add("/mug");
  const seen = { epoch: device.epoch ?? "", cursor: device.cursor };
  await run();
  const { rows } = await device.sync([sent(next(), "item.delete", { id, seen })]);
  expect(await read(id)).toBeUndefined();
  expect(rows.filter(({ table }) => table === "notices")).toEqual([]);
});

test("A page that cannot be read has no retry, and its item is marked as failed", async () => {
  const { server, add, read, run } = await world([]);
  const [missing, inside] = [
    await add("/nowhere"),
    await add("", { url: "http://10.0.0.1/", title: "10.0.0.1" }),
  ];
  await run();
  for (const id of [missing, inside]) expect((await read(id))?.details).toBe("failed");
  expect(await jobsOf(server)).toEqual([]);
});

test("A site that does not answer is asked again after growing pauses, until its item is marked as failed", async () => {
  const { server, add, read, run } = await world([page("/down", "", {}, { status: 500 })]);
  const id = await add("/down");
  const pauses: number[] = [];
  for (;;) {
    const before = server.services.now().getTime();
    await run();
    const [job] = await jobsOf(server);
    if (!job) break;
    expect((await read(id))?.details).toBe("pending");
    pauses.push(job.due_at - before);
    server.wait(job.due_at - before);
  }
  expect(pauses).toEqual([10_000, 60_000, 300_000, 1_800_000, 10_800_000]);
  expect((await read(id))?.details).toBe("failed");
});

test("A new link, or a second request, starts again", async () => {
  const { device, site, add, read, run, next } = await world([MUG]);
  const id = await add("/nowhere");
  await run();
  await device.sync([
    sent(next(), "item.update", { id, patch: { url: `${site.origin}/mug`, details: "pending" }, was: {} }),
  ]);
  await run();
  expect(await read(id)).toMatchObject({ title: "Blue Mug", details: null });
});

test("An item whose link is taken away waits for no page, and has none that failed", async () => {
  const { device, server, add, read, run, next } = await world([]);
  const [waiting, failed] = [await add("/down"), await add("/nowhere")];
  await device.sync([sent(next(), "item.update", { id: waiting, patch: { url: "" }, was: {} })]);
  await run();
  expect((await read(failed))?.details).toBe("failed");
  await device.sync([sent(next(), "item.update", { id: failed, patch: { url: "" }, was: {} })]);
  for (const id of [waiting, failed]) expect(await read(id)).toMatchObject({ url: "", details: null });
  await device.sync([sent(next(), "item.update", { id: failed, patch: { details: "pending" }, was: {} })]);
  expect((await read(failed))?.details).toBeNull();
  expect(await jobsOf(server)).toEqual([]);
});

test("A link that changes while its page is read keeps nothing of the old page", async () => {
  const { device, server, site, add, read, next } = await world([MUG]);
  const id = await add("/mug");
  const job = await claimDetailJob(server.services.db.writer, { nowMs: server.services.now().getTime() });
  await device.sync([sent(next(), "item.update", { id, patch: { url: `${site.origin}/other` }, was: {} })]);
  expect(job?.item_id).toBe(id);
  expect(await read(id)).toMatchObject({ title: "127.0.0.1", url: `${site.origin}/other` });
});

test("Two workers never claim one job, and a restart loses none", async () => {
  const { server, add, read } = await world([MUG]);
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.push(await add("/mug"));
  const nowMs = server.services.now().getTime();
  const claims = await Promise.all(
    Array.from({ length: 15 }, () => claimDetailJob(server.services.db.writer, { nowMs })),
  );
  const claimed = claims.flatMap((job) => job?.item_id ?? []);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed).toHaveLength(12);
  server.wait(60_000);
  const restarted = new LinkWorker(server.services);
  await restarted.runDue();
  for (const id of ids) expect((await read(id))?.title).toBe("Blue Mug");
});

test("A job that takes long stays claimed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const site = await serve((_, response) => {
    asked.resolve();
    void mayAnswer.promise.then(() => response.writeHead(404).end());
  });
  onTestFinished(site.stop);
  const { server, add, run } = await world([], { OUTBOUND_ALLOW: site.allow });
  await add("", { url: `${site.origin}/slow` });
  const running = run();
  await asked.promise;
  const [claimed] = await jobsOf(server);
  const dueAt = claimed?.due_at ?? 0;
  server.wait(40_000);
  vi.advanceTimersByTime(20_000);
  await expect.poll(async () => (await jobsOf(server))[0]?.due_at).toBeGreaterThan(dueAt);
  server.wait(20_000);
  const nowMs = server.services.now().getTime();
  expect(await claimDetailJob(server.services.db.writer, { nowMs })).toBeNull();
  mayAnswer.resolve();
  await running;
  expect(await jobsOf(server)).toEqual([]);
});

test("An account reads thirty pages per minute, and the rest follows", async () => {
  const { server, add, read, run } = await world([MUG]);
  const ids: string[] = [];
  for (let at = 0; at < 33; at += 1) ids.push(await add("/mug"));
  const done = async () => (await Promise.all(ids.map(read))).filter((item) => item?.details === null).length;
  await run();
  expect(await done()).toBe(30);
  server.wait(61_000);
  await run();
  expect(await done()).toBe(33);
});

test("Items that an import brought are found by the daily run", async () => {
  const { server, add, read, run } = await world([MUG]);
  const id = await add("/mug");
  const { db, now } = server.services;
  await db.writer.deleteFrom("link_job").execute();
  await db.writer.deleteFrom("link_check").execute();
  for await (const _ of addMissingLinks(db, null, now));
  await run();
  expect((await read(id))?.title).toBe("Blue Mug");
  expect(await db.reader.selectFrom("link_check").selectAll().execute()).toHaveLength(1);
});

test("With outbound requests off, items are marked as failed and no request is sent", async () => {
  const { server, add, read, run } = await world([MUG], { OUTBOUND: "off" });
  const id = await add("/mug");
  await run();
  expect((await read(id))?.details).toBe("failed");
  expect(await jobsOf(server)).toEqual([]);
});

test("Accounts take turns: a link does not wait for all of another account's", async () => {
  const asked: string[] = [];
  const site = await serve(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(404).end();
  });
  onTestFinished(site.stop);
  const { server, add, run } = await world([], { OUTBOUND_ALLOW: site.allow });
  for (let at = 0; at < 8; at += 1) await add("", { url: `${site.origin}/flood/${at}` });
  const eve = await Device.of(await server.signedIn("eve@example.org", "eve"));
  const shelf = newShelf("Hers");
  const item = newItem({ id: uuid(), shelfId: shelf.id, title: "127.0.0.1", url: `${site.origin}/eve` });
  server.wait(1000);
  await eve.sync([
    sent(1, "shelf.create", shelf),
    sent(2, "item.create", { ...item, ...NEW_ITEM_MARKS, details: "pending" as const }),
  ]);
  await run();
  expect(asked).toHaveLength(9);
  expect(asked.indexOf("/eve")).toBeLessThan(3);
});
