/** The device's half of syncing against a server that says whatever the test wants, on a real (if small) IndexedDB. */
import { NO_OP, refusedBefore, type SyncRequest, type SyncResponse, syncResponse } from "@shelv/contract/sync";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import * as v from "valibot";
import { describe, expect, onTestFinished, test } from "vitest";
import { ApiFailure, NoNetwork } from "#api/call";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { pendingCount } from "#local-store/queries";
import { VIEW_SCHEMA } from "#local-store/sync-meta";
import { mutate } from "#outbox/mutate";
import { holdPicture } from "#outbox/pictures";
import { moveToTray } from "#outbox/refused";
import { discardRejected, retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { runSync } from "./run-sync";
import { sendPictures } from "./send-pictures";
import type { SyncServer } from "./sync-server";

function openStore(factory = new IDBFactory()): LocalStore {
  const store = new LocalStore("ada", { indexedDB: factory, IDBKeyRange });
  onTestFinished(() => store.close());
  return store;
}

/** A server that applies everything, unless told otherwise, and refuses what is given up; it keeps what it was asked. */
class FakeServer implements SyncServer {
  readonly requests: SyncRequest[] = [];
  readonly pictures = new Map<string, ArrayBuffer>();
  readonly calls: string[] = [];
  lastMid = 0;
  epoch = "first";
  answer: (usual: SyncResponse, request: SyncRequest) => SyncResponse | Promise<SyncResponse> = (usual) => usual;
  onPut: () => void = () => {};

  async exchange(request: SyncRequest): Promise<SyncResponse> {
    this.requests.push(request);
    this.lastMid = Math.max(this.lastMid, ...request.mutations.map(({ mid }) => mid));
    const { epoch, cursor, pull, mutations } = request;
    const results = mutations.flatMap(({ mid, args }) => (v.is(refusedBefore, args) ? [{ mid, ...args }] : []));
    return this.answer({
      base: { epoch, cursor }, epoch: this.epoch, cursor, lastMid: this.lastMid, floor: 0, lastOp: null, gap: false, reset: false, pulled: pull, more: false,
      retry: null, results, rows: [], gone: [],
    }, request);
  }

  async hasPicture(sha256: string): Promise<boolean> {
    this.calls.push("has");
    return this.pictures.has(sha256);
  }

  async putPicture(sha256: string, _: string, bytes: ArrayBuffer): Promise<void> {
    this.calls.push("put");
    this.pictures.set(sha256, bytes);
    this.onPut();
  }
}

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const shelf = (name: string, id = newId()) => ({ id, name, description: "", emoji: "📚", position: "a0" });
const makeShelf = (store: LocalStore, name: string, id = newId()) => mutate(store, { name: "shelf.create", args: shelf(name, id) });
const makeItem = (store: LocalStore, shelfId: string, picture: string | null = null) =>
  mutate(store, {
    name: "item.create",
    args: { id: newId(), shelfId, title: "Mug", url: "https://example.com/", description: "", price: "", emoji: "", picture, cutout: null, showsCutout: false, categoryIds: [], position: "a0" },
  });
const names = async (store: LocalStore) => (await store.shelves.toArray()).map(({ name }) => name).toSorted();
const rowOf = (name: string, id = newId()) => ({ table: "shelves", row: { ...shelf(name, id), createdAt: "2026-01-01T00:00:00.000Z" } });

async function synced(server: FakeServer, store: LocalStore): Promise<void> {
  expect(await runSync(store, server)).toBe("synced");
}

test("changes of two tabs are numbered without a hole, and a change that is refused here leaves nothing", async () => {
  const factory = new IDBFactory();
  const [one, other] = [openStore(factory), openStore(factory)];
  await Promise.all([1, 2, 3, 4, 5, 6].map((at) => makeShelf(at % 2 ? one : other, `shelf ${at}`)));
  expect((await one.outbox.orderBy("mid").primaryKeys())).toEqual([1, 2, 3, 4, 5, 6]);
  await expect(mutate(one, [
    { name: "shelf.create", args: shelf("half done") },
    { name: "item.delete", args: { id: "not an id" } },
  ])).rejects.toMatchObject({ code: "invalid" });
  expect(await names(one)).not.toContain("half done");
  expect(await one.outbox.count()).toBe(6);
});

test("a device that does not know the server's epoch hears it before it sends anything", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await makeShelf(store, "Books");
  await synced(server, store);
  expect(server.requests.map(({ epoch, mutations }) => [epoch, mutations.length])).toEqual([[null, 0], ["first", 1]]);
});

test("a long queue is drained without rows, they are asked for once, at its end, and each answer is told", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  for (let at = 0; at < 5; at += 1) await makeShelf(store, `shelf ${at}`);
  let answers = 0;
  expect(await runSync(store, server, { maxMutations: 2, onAnswer: () => (answers += 1) })).toBe("synced");
  expect(answers).toBe(3);
  expect(server.requests.slice(1).map(({ pull, mutations }) => [pull, mutations.length])).toEqual([[false, 2], [false, 2], [true, 1]]);
});

test.each([
  [new NoNetwork(null), "no-network"],
  [new ApiFailure(401, "signed-out", "", [], null), "signed-out"],
  [new ApiFailure(409, "wrong-user", "", [], null), "wrong-user"],
  [new ApiFailure(426, "client-outdated", "", [], null), "client-outdated"],
  [new ApiFailure(500, "bug", "", [], null), "server-trouble"],
  [new ApiFailure(502, "unknown", "", [], null), "server-trouble"],
  [errorOf(() => v.parse(syncResponse, { error: "a proxy's own JSON" })), "server-trouble"],
])("%s keeps every change", async (error, outcome) => {
  const [server, store] = [new FakeServer(), openStore()];
  await makeShelf(store, "Books");
  server.answer = () => {
    throw error;
  };
  expect(await runSync(store, server)).toBe(outcome);
  expect([await pendingCount(store), await names(store)]).toEqual([1, ["Books"]]);
  server.answer = (usual) => usual;
  await synced(server, store);
  expect(await pendingCount(store)).toBe(0);
});

test("what the server sends lies under what is pending, and what it does not send at a reset is gone", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  const kept = rowOf("Kept");
  server.answer = (usual) => ({ ...usual, cursor: 2, reset: true, rows: [kept, rowOf("Dropped")] });
  await synced(server, store);
  expect(await names(store)).toEqual(["Dropped", "Kept"]);
  await mutate(store, { name: "shelf.update", args: { id: kept.row.id, patch: { name: "Kept and renamed" }, was: { name: "Kept" } } });
  await makeShelf(store, "Pending");
  server.answer = (usual) => ({ ...usual, cursor: 9, reset: true, lastMid: 0, retry: { mid: 1 }, rows: [kept, { table: "tomorrow", row: { id: "x" } }] });
  expect(await runSync(store, server)).toBe("server-trouble");
  expect(await names(store)).toEqual(["Kept and renamed", "Pending"]);
  expect((await store.base.toArray()).map(({ row }) => (row && "name" in row ? row.name : null))).toEqual(expect.arrayContaining(["Kept", null]));
});

test("an answer from where the device no longer stands is thrown away, and the device asks again", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  let answers = 0;
  server.answer = (usual) => {
    answers += 1;
    return answers === 1 ? { ...usual, base: { epoch: "another", cursor: 40 }, rows: [rowOf("Wrong")] } : usual;
  };
  await synced(server, store);
  expect([answers, await names(store)]).toEqual([2, []]);
});

test("a row that is taken back and replayed to the same state is not written again", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  let writes = 0;
  store.shelves.hook("updating", () => void (writes += 1));
  server.answer = (usual) => ({ ...usual, lastMid: 0, retry: { mid: 1 } });
  await runSync(store, server);
  expect([writes, await names(store)]).toEqual([0, ["Books"]]);
});

test("a refused shelf and its items stand in the tray as one, with all that was typed; their numbers are used up", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "One too many", id);
  await makeItem(store, id);
  server.answer = (usual) => ({
    ...usual,
    results: [{ mid: 1, code: "shelf-limit", message: "No room" }, { mid: 2, code: "shelf-not-found", message: "No shelf" }],
  });
  await synced(server, store);
  expect([await names(store), await store.items.count(), await pendingCount(store)]).toEqual([[], 0, 0]);
  const [group, ...others] = groupRejected(await rejectedEntries(store));
  expect(others).toEqual([]);
  expect(group).toMatchObject({ root: { message: "No room", args: { name: "One too many" } }, followers: [{ args: { title: "Mug" } }] });
  expect((await store.outbox.toArray()).map(({ name }) => name)).toEqual([NO_OP, NO_OP]);

  server.answer = (usual) => usual;
  if (group) await retryRejected(store, group);
  expect([await store.rejected.count(), await names(store), await pendingCount(store)]).toEqual([0, ["One too many"], 2]);
});

test("what is discarded from the tray is gone, and nothing else", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "A");
  await makeShelf(store, "B");
  server.answer = (usual) => ({ ...usual, results: [1, 2].map((mid) => ({ mid, code: "shelf-limit", message: "No room" })) });
  await synced(server, store);
  const [first, second] = groupRejected(await rejectedEntries(store));
  if (first) await discardRejected(store, first);
  expect((await rejectedEntries(store)).map(({ opId }) => opId)).toEqual([second?.root.opId]);
});

test("a change that the server stumbles over is given up after a while, and the queue goes on", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Poison");
  await makeShelf(store, "Behind it");
  server.answer = (usual, { mutations }) => {
    const stumbles = mutations.find(({ mid, name }) => mid === 1 && name !== NO_OP);
    return stumbles ? { ...usual, lastMid: 0, retry: { mid: 1 } } : usual;
  };
  const outcomes = [];
  for (const minutes of [0, 1, 3, 8, 11]) {
    server.lastMid = 0;
    outcomes.push(await runSync(store, server, { now: () => minutes * 60_000 }));
  }
  expect(outcomes).toEqual(["server-trouble", "server-trouble", "server-trouble", "server-trouble", "synced"]);
  expect((await rejectedEntries(store)).map(({ code }) => code)).toEqual(["server-trouble"]);
  expect(await pendingCount(store)).toBe(0);
});

test("a change that is given up is not in the tray where an earlier request with it arrives first, at a server that is well again", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  server.answer = (usual, { mutations }) => {
    if (mutations[0]?.name !== NO_OP) return { ...usual, lastMid: 0, retry: { mid: 1 } };
    // Another tab's request was here before: the number is dealt with, and nothing was refused.
    return { ...usual, results: [], rows: [rowOf("Books")] };
  };
  for (const minutes of [0, 3, 6, 9, 12]) {
    server.lastMid = 0;
    await runSync(store, server, { now: () => minutes * 60_000 });
  }
  expect(server.requests.at(-1)?.mutations.map(({ name }) => name)).toEqual([NO_OP]);
  expect(await pendingCount(store)).toBe(0);
  expect(await rejectedEntries(store)).toEqual([]);
  expect(await names(store)).toEqual(["Books"]);
});

test("what is given up is tried again in another life of the server", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  await store.outbox.update(1, { isGivenUp: true });
  server.epoch = "second";
  server.answer = (usual, { mutations }) => (mutations.some(({ name }) => name === NO_OP) ? { ...usual, lastMid: (server.lastMid = 0), results: [] } : usual);
  await synced(server, store);
  expect(server.requests.at(-1)?.mutations.map(({ name }) => name)).toEqual(["shelf.create"]);
  expect(await rejectedEntries(store)).toEqual([]);
});

/** It keeps nothing of a picture, and says that this is its own fault. */
const stumble = (server: FakeServer) => () => {
  server.pictures.clear();
  throw new ApiFailure(500, "bug", "Something went wrong on our side", [], null);
};

test("a picture that the server stumbles over is given up with its change after a while, and the queue goes on", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Books", "0190a8c0-0000-7000-8000-000000000001");
  await makeItem(store, "0190a8c0-0000-7000-8000-000000000001", await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png"));
  await makeShelf(store, "Behind it");
  server.onPut = stumble(server);
  const outcomes = [];
  for (const minutes of [0, 1, 3, 8, 11]) outcomes.push(await runSync(store, server, { now: () => minutes * 60_000 }));
  expect(outcomes).toEqual(["server-trouble", "server-trouble", "server-trouble", "server-trouble", "synced"]);
  expect((await rejectedEntries(store)).map(({ name, code, pictures }) => [name, code, pictures.length])).toEqual([["item.create", "server-trouble", 1]]);
  expect(server.requests.flatMap(({ mutations }) => mutations.map(({ name }) => name))).toEqual(["shelf.create", NO_OP, "shelf.create"]);
});

test("a store that the browser took back to an older copy starts a stream of its own and loses no pending change", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  const before = (await store.meta.get("sync"))?.clientId;
  server.lastMid = 7;
  server.answer = (usual, { clientId }) => (clientId === before ? usual : { ...usual, lastMid: server.requests.at(-1)?.mutations.at(-1)?.mid ?? 0 });
  await synced(server, store);
  const meta = await store.meta.get("sync");
  expect(meta?.clientId).not.toBe(before);
  expect(server.requests.filter(({ clientId }) => clientId !== before).flatMap(({ mutations }) => mutations.map(({ mid, name }) => [mid, name]))).toEqual([[1, "shelf.create"]]);
  await makeShelf(store, "Films");
  server.requests.length = 0;
  await synced(server, store);
  // The browser's count goes on, and what it left out is filled.
  expect(server.requests.flatMap(({ mutations }) => mutations.map(({ since, name }) => [since, name]))).toEqual([[undefined, "shelf.create"]]);
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

describe("the picture of an item that is deleted before it was sent", () => {
  /** An item with a picture that was made, deleted and sent so, with what undoes its deletion. */
  async function sentWithout() {
    const [server, store] = [new FakeServer(), openStore()];
    await synced(server, store);
    const id = newId();
    await makeShelf(store, "Books", id);
    server.answer = (usual) => ({ ...usual, rows: [rowOf("Books", id)] });
    const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
    await makeItem(store, id, sha256);
    const [item] = await store.items.toArray();
    if (!item) throw new Error("No item");
    const undo = (await mutate(store, { name: "item.delete", args: { id: item.id } })) ?? [];
    await synced(server, store);
    return { server, store, item, sha256, undo };
  }
  const owedBy = async (store: LocalStore) => (await store.meta.get("sync"))?.owed;

  test("stays here, and the server is told so", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    expect(server.calls).toEqual([]);
    expect(server.requests.at(-1)?.mutations.map(({ name, skipsPictures }) => [name, skipsPictures])).toEqual([
      ["shelf.create", undefined], ["item.create", true], ["item.delete", undefined],
    ]);
    expect(await owedBy(store)).toEqual([{ sha256, itemId: item.id }]);
  });

  test("goes before the undo, once", async () => {
    const { server, store, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.onPut = () => expect(server.requests.at(-1)?.mutations.at(-1)?.name).toBe("item.delete");
    await synced(server, store);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["put"], [sha256]]);
  });

  test("follows at once where another device brings the item back", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });

  test("is brought again to a server that was put back to before it came, which has the change that names it", async () => {
    const { server, store, item, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    await synced(server, store);
    expect(server.calls).toEqual(["put"]);
    server.pictures.clear();
    server.epoch = "second";
    server.answer = (usual) => ({ ...usual, reset: usual.base.epoch !== "second", rows: [rowOf("Books", item.shelfId), { table: "items", row: item }] });
    await synced(server, store);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["put", "has", "put"], [sha256]]);
  });

  test("is owed by an older copy of the store too, which hears only that the server has dealt with the change", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    await store.meta.update("sync", { owed: [], lastMid: 0, epoch: null });
    await synced(server, store);
    expect([server.requests.flatMap(({ mutations }) => mutations).length, await owedBy(store)]).toEqual([3, [{ sha256, itemId: item.id }]]);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });

  test("is owed by a copy from before a new life of the server too, to which a newer copy sent the change without it", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    await store.meta.update("sync", { owed: [] });
    await store.pictures.update(sha256, { onServer: "yes" });
    server.epoch = "second";
    server.answer = (usual) => ({ ...usual, reset: usual.base.epoch !== "second", rows: [rowOf("Books", item.shelfId), { table: "items", row: item }] });
    await synced(server, store);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["has", "put"], [sha256]]);
  });

  test("holds nothing up where the server stumbles over it, and goes later", async () => {
    const { server, store, item, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    server.onPut = stumble(server);
    expect(await runSync(store, server)).toBe("server-trouble");
    expect([await pendingCount(store), server.requests.at(-1)?.mutations.at(-1)?.name]).toEqual([0, "item.restore"]);
    server.onPut = () => {};
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });

  test("lands in the tray where the server will not have it", async () => {
    const { server, store, item, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    server.onPut = () => {
      throw new ApiFailure(403, "storage-full", "No room", [], null);
    };
    await synced(server, store);
    expect(await owedBy(store)).toEqual([]);
    const [group] = groupRejected(await rejectedEntries(store));
    if (!group) throw new Error("Nothing in the tray");
    expect(group.root).toMatchObject({ name: "item.update", code: "storage-full", pictures: [sha256], args: { id: item.id, patch: { picture: sha256 } } });
    server.onPut = () => {};
    await retryRejected(store, group);
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });
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

test("an answer in pages becomes one: a row that is gone on a later page is gone, and nothing shows in between", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  const [stays, goes] = [rowOf("Stays"), rowOf("Goes")];
  server.answer = (usual, { continues }) => (continues
    ? { ...usual, cursor: 3, rows: [], gone: [{ table: "shelves", id: goes.row.id }] }
    : { ...usual, cursor: 2, reset: true, more: true, rows: [stays, goes] });
  await synced(server, store);
  expect(await names(store)).toEqual(["Stays"]);
  expect(await store.meta.get("sync")).toMatchObject({ epoch: "first", cursor: 3 });
});

test("numbers that were pruned and forgotten are filled without ever asking for too much at once", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  for (let at = 0; at < 6; at += 1) await makeShelf(store, `shelf ${at}`);
  await store.outbox.where("mid").below(4).delete();
  expect(await runSync(store, server, { maxMutations: 3 })).toBe("synced");
  const sizes = server.requests.slice(1).map(({ mutations }) => mutations.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  expect(server.requests.flatMap(({ mutations }) => mutations).map(({ mid, since = mid }) => [since, mid])).toEqual([[1, 3], [4, 4], [5, 5], [6, 6]]);
});

test("a view of another shape is fetched anew, and stands until then", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  server.answer = (usual) => ({ ...usual, cursor: 5, rows: usual.cursor === 0 ? [rowOf("Books")] : [] });
  await synced(server, store);
  await store.meta.update("sync", { viewSchema: VIEW_SCHEMA - 1 });
  server.answer = (usual) => ({ ...usual, cursor: 5, reset: usual.base.epoch === null, rows: [rowOf("Books, in their new shape")] });
  expect(await names(store)).toEqual(["Books"]);
  await synced(server, store);
  expect(server.requests.at(-1)).toMatchObject({ epoch: null, cursor: 0 });
  expect(await names(store)).toEqual(["Books, in their new shape"]);
});

test("a store that an older copy took the place of, and that gave as many new numbers as it forgot, starts a stream of its own", async () => {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  await makeShelf(store, "Made on the copy");
  await makeShelf(store, "Too");
  // The numbers 1 and 2 were given to other changes before the copy was put back.
  server.answer = (usual, { clientId, mutations }) =>
    clientId === server.requests[0]?.clientId ? { ...usual, lastMid: 2, lastOp: newId() } : { ...usual, lastOp: mutations.at(-1)?.opId ?? null };
  await synced(server, store);
  const [first, last] = [server.requests[0], server.requests.findLast(({ mutations }) => mutations.length > 0)];
  expect(last?.clientId).not.toBe(first?.clientId);
  expect(last?.mutations.map(({ mid, args }) => [mid, (args as { name: string }).name])).toEqual([[1, "Made on the copy"], [2, "Too"]]);
  expect(await pendingCount(store)).toBe(0);
});
