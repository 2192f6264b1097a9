import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { SYNC_MAX_BODY_BYTES, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#listen";
import { newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { openTestServer } from "#testing/open-test-server";
import { ownerWithDevice } from "#testing/owner-with-device";

type Bytes = Uint8Array<ArrayBuffer>;
const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

async function withSender() {
  const { server, ada, device } = await ownerWithDevice();
  const send = (body: string | Bytes, encoding: string | null, headers: Record<string, string> = {}) =>
    ada.send("POST", "/api/sync", {
      body,
      headers: {
        "Content-Type": "application/json",
        "X-User": device.userId,
        ...(encoding === null ? {} : { "Content-Encoding": encoding }),
        ...headers,
      },
    });
  const request = (more: Partial<SyncRequest> = {}) => JSON.stringify(device.request(more));
  return { server, ada, device, send, request };
}
const outcomeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

test("A device may compress its changes with gzip, also without declaring their length", async () => {
  const { device, ada, request, send } = await withSender();
  const mutations = [sent(1, "shelf.create", newShelf("Books"))];
  const packed = own(gzipSync(request({ mutations })));
  const answer = (await (await send(packed, "GZip")).json()) as SyncResponse;
  expect([answer.lastMid, answer.results]).toEqual([1, []]);
  const stream = new Blob([
    own(gzipSync(request({ mutations: [sent(2, "shelf.create", newShelf("Films"))] }))),
  ]).stream();
  const streamed = await ada.send("POST", "/api/sync", {
    body: stream,
    headers: { "Content-Type": "application/json", "Content-Encoding": "gzip", "X-User": device.userId },
  });
  expect(((await streamed.json()) as SyncResponse).lastMid).toBe(2);
  expect((await send(request(), "identity")).status).toBe(200);
});

test("A body is refused if its encoding is not gzip, its gzip is broken, or its content is not JSON", async () => {
  const { request, send } = await withSender();
  for (const encoding of ["br", "deflate", "gzip, gzip", "gzip, br", "x"])
    expect(await outcomeOf(await send(own(gzipSync(request())), encoding))).toEqual([
      415,
      "wrong-content-type",
    ]);
  const whole = own(gzipSync(request()));
  for (const broken of [request(), "", whole.slice(0, -9), whole.with(20, (whole[20] ?? 0) ^ 255)])
    expect(await outcomeOf(await send(broken, "gzip"))).toEqual([400, "invalid"]);
  expect(await outcomeOf(await send(own(gzipSync("no JSON")), "gzip"))).toEqual([400, "invalid"]);
  expect(await outcomeOf(await send(own(gzipSync("[".repeat(100))), "gzip"))).toEqual([400, "invalid"]);
});

test("A body that would decompress to more than its limit is refused without decompressing all of it", async () => {
  const { request, send } = await withSender();
  const room = SYNC_MAX_BODY_BYTES - request({ mutations: [] }).length;
  const fits = own(gzipSync(request() + " ".repeat(room)));
  expect((await send(fits, "gzip")).status).toBe(200);
  expect(await outcomeOf(await send(own(gzipSync(request() + " ".repeat(room + 1))), "gzip"))).toEqual([
    413,
    "too-large",
  ]);
  const bomb = own(gzipSync(new Uint8Array(512 * 1024 * 1024), { level: 9 }));
  const before = process.memoryUsage().rss;
  expect(await outcomeOf(await send(bomb, "gzip"))).toEqual([413, "too-large"]);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

test("An account signed in as another is refused before its body is read", async () => {
  const { request, send } = await withSender();
  expect(await outcomeOf(await send(own(gzipSync(request())), "gzip", { "X-User": uuid() }))).toEqual([
    409,
    "wrong-user",
  ]);
});

test("Answers of a kilobyte and more are compressed as the caller allows, and others are not", async () => {
  const { server, ada, device, send, request } = await withSender();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 50 });
  server.services.responseCache.drop(device.userId);
  const unfold = { br: brotliDecompressSync, gzip: gunzipSync };
  const asks: Record<string, (accept: string) => Promise<Response>> = {
    sync: (accept) => send(request({ cursor: 0 }), null, { "Accept-Encoding": accept }),
    items: (accept) => ada.get("/api/items", { "Accept-Encoding": accept }),
    shelves: (accept) => server.browser().get("/api/users/ada/shelves", { "Accept-Encoding": accept }),
  };
  for (const ask of Object.values(asks)) {
    const plain = await ask("");
    const text = await plain.text();
    expect([plain.headers.get("Content-Encoding"), plain.headers.get("Vary")]).toEqual([
      null,
      "Accept-Encoding",
    ]);
    for (const [accept, encoding] of [
      ["br, gzip", "br"],
      ["gzip, deflate", "gzip"],
      ["gzip", "gzip"],
    ] as const) {
      const packed = await ask(accept);
      expect([packed.headers.get("Content-Encoding"), packed.headers.get("Vary")]).toEqual([
        encoding,
        "Accept-Encoding",
      ]);
      const bytes = own(new Uint8Array(await packed.arrayBuffer()));
      expect(JSON.parse(unfold[encoding](bytes).toString())).toEqual(JSON.parse(text));
      expect(bytes.byteLength).toBeLessThan(text.length / 3);
    }
    expect((await ask("deflate")).headers.get("Content-Encoding")).toBeNull();
  }
  const small = await ada.get("/api/auth/me", { "Accept-Encoding": "br" });
  expect([small.status, small.headers.get("Content-Encoding")]).toEqual([200, null]);
});

test("A compressed answer that is cached is never older than the last commit", async () => {
  const { server, ada, device } = await withSender();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", { ...shelf, description: "x".repeat(300) })]);
  for (let at = 2; at < 6; at += 1)
    await device.sync([
      sent(at, "shelf.create", { ...newShelf(`Shelf ${at}`), description: "y".repeat(300) }),
    ]);
  const names = async () => {
    const answer = await ada.get("/api/shelves", { "Accept-Encoding": "gzip" });
    const bytes = gunzipSync(new Uint8Array(await answer.arrayBuffer()));
    return (JSON.parse(bytes.toString()) as { name: string }[]).map(({ name }) => name);
  };
  const { responseCache } = server.services;
  const get = responseCache.get.bind(responseCache);
  let commits = 0;
  responseCache.get = async (userId, path, make) => {
    const bytes = await get(userId, path, make);
    if (commits++ === 0)
      await device.sync([sent(6, "shelf.update", { id: shelf.id, patch: { name: "Novels" }, was: {} })]);
    return bytes;
  };
  await names();
  expect(await names()).toContain("Novels");
});

test("Over a socket, a browser reads compressed answers as they were, and streams of events stay plain", async () => {
  const server = await openTestServer();
  const listening = await listen(server.app, { host: "127.0.0.1", port: 0, write: () => {} });
  onTestFinished(() => listening.stop());
  const ada = await server.signedIn("ada@example.org", "ada");
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const at = (path: string) =>
    fetch(`http://127.0.0.1:${listening.port}${path}`, {
      headers: { Cookie: cookie, "Accept-Encoding": "gzip, br" },
    });
  for (let shelf = 0; shelf < 3; shelf += 1)
    await ada.post("/api/shelves", { name: `Shelf ${shelf}`, description: "z".repeat(290) });
  const shelves = await at("/api/shelves");
  expect(shelves.headers.get("Content-Encoding")).toBe("br");
  expect(await shelves.json()).toHaveLength(3);
  const events = await at("/api/sync/events");
  expect([events.headers.get("Content-Type"), events.headers.get("Content-Encoding")]).toEqual([
    "text/event-stream",
    null,
  ]);
  await events.body?.cancel();
});
