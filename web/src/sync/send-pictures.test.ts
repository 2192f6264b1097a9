/** A picture goes before the change that names it, once, and holds nothing up. */
import { NO_OP } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { ApiFailure, NoNetwork } from "#api/call";
import { newId } from "#local-store/new-id";
import { holdPicture } from "#outbox/pictures";
import { moveToTray } from "#outbox/refused";
import { discardRejected, retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { FakeServer, makeItem, makeShelf, openStore, rowOf, stumble, synced } from "./fake-server";
import { runSync } from "./run-sync";
import { sendPictures } from "./send-pictures";

test("a picture that the server stumbles over is given up with its change after a while, and the queue goes on", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Books", "0190a8c0-0000-7000-8000-000000000001");
  await makeItem(
    store,
    "0190a8c0-0000-7000-8000-000000000001",
    await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png"),
  );
  await makeShelf(store, "Behind it");
  server.onPut = stumble(server);
  const outcomes = [];
  for (const minutes of [0, 1, 3, 8, 11])
    outcomes.push(await runSync(store, server, { now: () => minutes * 60_000 }));
  expect(outcomes).toEqual([
    "server-trouble",
    "server-trouble",
    "server-trouble",
    "server-trouble",
    "synced",
  ]);
  expect(
    (await rejectedEntries(store)).map(({ name, code, pictures }) => [name, code, pictures.length]),
  ).toEqual([["item.create", "server-trouble", 1]]);
  expect(server.requests.flatMap(({ mutations }) => mutations.map(({ name }) => name))).toEqual([
    "shelf.create",
    NO_OP,
    "shelf.create",
  ]);
});

test("a picture is sent once, before the change that names it; after an unanswered try the server is asked first", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "Books", id);
  server.answer = (usual) => ({ ...usual, rows: [rowOf("Books", id)] });
  const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
  await makeItem(store, id, sha256);
  server.onPut = () => {
    throw new NoNetwork("the answer got lost");
  };
  expect(await runSync(store, server)).toBe("no-network");
  expect(server.requests.flatMap(({ mutations }) => mutations)).toEqual([]);
  await synced(server, store);
  expect(server.calls).toEqual(["put", "has"]);
  await makeItem(store, id, sha256);
  await synced(server, store);
  expect(server.calls).toEqual(["put", "has"]);
});

test("a picture whose change waits in the tray, or was let go from there, is not sent; retried, it is", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "Books", id);
  server.answer = (usual) => ({ ...usual, rows: [rowOf("Books", id)] });
  const sha256s = [];
  for (const text of ["let go", "retried"]) {
    const sha256 = await holdPicture(store, new TextEncoder().encode(text).buffer, "image/png");
    sha256s.push(sha256);
    await makeItem(store, id, sha256);
    await moveToTray(store, sha256s.length + 1, { code: "invalid", message: "No" });
  }
  await synced(server, store);
  const [first, second] = groupRejected(await rejectedEntries(store));
  if (first) await discardRejected(store, first);
  await synced(server, store);
  expect(server.calls).toEqual([]);
  await store.items.clear();
  if (second) await retryRejected(store, second);
  await synced(server, store);
  expect([...server.pictures.keys()]).toEqual([sha256s[1]]);
});

test("a picture of days ago is asked after before a change names it again, and sent where the server let go of it", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "Books", id);
  server.answer = (usual) => ({ ...usual, rows: [rowOf("Books", id)] });
  const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
  await makeItem(store, id, sha256);
  await synced(server, store);
  await store.pictures.update(sha256, { at: Date.now() - 2 * 24 * 60 * 60_000 });
  await makeItem(store, id, sha256);
  await synced(server, store);
  expect(server.calls).toEqual(["put", "has"]);
  server.pictures.delete(sha256);
  await makeItem(store, id, sha256);
  await synced(server, store);
  expect(server.calls).toEqual(["put", "has", "has", "put"]);
});

test("a picture that was brought in one life of the server is not taken for brought in the next, of which another tab heard meanwhile", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "Books", id);
  const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
  await makeItem(store, id, sha256);
  server.putPicture = async () => void (await store.meta.update("sync", { epoch: "second" }));
  expect(await sendPictures(store, server, [sha256])).toBeNull();
  expect((await store.pictures.get(sha256))?.onServer).toBe("unsure");
});

test.each([
  [415, "wrong-media-type"],
  [403, "storage-full"],
])("a picture that the server will not have (%i %s) does not block the queue", async (status, code) => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "Books", id);
  await makeItem(store, id, await holdPicture(store, new ArrayBuffer(3), "image/png"));
  server.onPut = () => {
    throw new ApiFailure(status, code, "No picture", [], null);
  };
  await synced(server, store);
  expect(server.lastMid).toBe(2);
});
