import { syncResponse } from "@shelv/contract/sync";
import { IDBFactory } from "fake-indexeddb";
import * as v from "valibot";
import { expect, test } from "vitest";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { confirmedRows } from "#local-store/before-images";
import { newId } from "#platform/new-id";
import { pendingCount } from "#local-store/queries";
import { VIEW_SCHEMA } from "#local-store/schema";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";
import { FakeServer, makeShelf, names, rowOf, shelf, synced } from "./testing/fake-server";
import { NewerStore } from "#local-store/sync-meta";
import { applyPoke } from "./pull/apply-pull";
import { runSync } from "./run-sync";

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("changes of two tabs are numbered without a hole, and a change that this device refuses leaves none", async () => {
  const factory = new IDBFactory();
  const [one, other] = [openTestStore({ indexedDB: factory }), openTestStore({ indexedDB: factory })];
  await Promise.all([1, 2, 3, 4, 5, 6].map((at) => makeShelf(at % 2 ? one : other, `shelf ${at}`)));
  expect(await one.outbox.orderBy("mid").primaryKeys()).toEqual([1, 2, 3, 4, 5, 6]);
  await expect(
    mutate(one, [
      { name: "shelf.create", args: shelf("half done") },
      { name: "item.delete", args: { id: "not an id" } },
    ]),
  ).rejects.toMatchObject({ code: "invalid" });
  expect(await names(one)).not.toContain("half done");
  expect(await one.outbox.count()).toBe(6);
});

test("a device without an epoch pulls before it pushes", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await makeShelf(store, "Books");
  await synced(server, store);
  expect(server.requests.map(({ epoch, mutations }) => [epoch, mutations.length])).toEqual([
    [null, 0],
    ["first", 1],
  ]);
});

test("a long queue is pushed without pulling; one pull follows, and each answer is reported", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  for (let at = 0; at < 5; at += 1) await makeShelf(store, `shelf ${at}`);
  let answers = 0;
  expect(await runSync(store, server, { maxMutations: 2, onAnswer: () => (answers += 1) })).toBe("synced");
  expect(answers).toBe(3);
  expect(server.requests.slice(1).map(({ pull, mutations }) => [pull, mutations.length])).toEqual([
    [false, 2],
    [false, 2],
    [true, 1],
  ]);
});

test("the rest of a push that the server applied in part is sent at once, and one pull follows", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  for (let at = 0; at < 5; at += 1) await makeShelf(store, `shelf ${at}`);
  let done = 0;
  server.answer = (usual, { mutations }) => {
    done = Math.min(done + 2, mutations.at(-1)?.mid ?? done);
    return { ...usual, lastMid: done, pulled: done === 5 };
  };
  await synced(server, store);
  expect(server.requests.slice(1).map(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([
    [1, 2, 3, 4, 5],
    [3, 4, 5],
    [5],
  ]);
  expect(await pendingCount(store)).toBe(0);
});

test("a server that asks to wait gets no request until then, and what it applied counts", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  for (let at = 0; at < 3; at += 1) await makeShelf(store, `shelf ${at}`);
  const waits: number[] = [];
  const onRetryAfter = (ms: number) => void waits.push(ms);
  server.answer = (usual) => ({ ...usual, lastMid: 1, pulled: false, laterMs: 1500 });
  expect(await runSync(store, server, { onRetryAfter })).toBe("later");
  expect([await pendingCount(store), waits]).toEqual([2, [1500]]);
  server.answer = (usual) => ({ ...usual, lastMid: 1, pulled: false, laterMs: 25 * 24 * 60 * 60_000 });
  expect(await runSync(store, server, { onRetryAfter })).toBe("later");
  expect(waits.pop()).toBe(60 * 60_000);
  server.answer = () => {
    throw new ApiFailure(429, "too-many", "", [], 4);
  };
  expect(await runSync(store, server, { onRetryAfter })).toBe("later");
  expect([await pendingCount(store), waits]).toEqual([2, [1500, 4000]]);
  server.answer = (usual) => usual;
  await synced(server, store);
});

test.each([
  [new NoNetwork(null), "no-network"],
  [new ForeignAnswer(200), "foreign-answer"],
  [new ApiFailure(401, "signed-out", "", [], null), "signed-out"],
  [new ApiFailure(409, "wrong-user", "", [], null), "wrong-user"],
  [new ApiFailure(426, "client-outdated", "", [], null), "client-outdated"],
  [new ApiFailure(500, "bug", "", [], null), "server-trouble"],
  [new ApiFailure(502, "unknown", "", [], null), "server-trouble"],
  [errorOf(() => v.parse(syncResponse, { error: "a proxy's own JSON" })), "server-trouble"],
])("%s keeps every change", async (error, outcome) => {
  const [server, store] = [new FakeServer(), openTestStore()];
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

test("pulled rows are under the pending changes, and rows that a reset lacks are gone", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  const kept = rowOf("Kept");
  server.answer = (usual) => ({ ...usual, cursor: 2, reset: true, rows: [kept, rowOf("Dropped")] });
  await synced(server, store);
  expect(await names(store)).toEqual(["Dropped", "Kept"]);
  await mutate(store, {
    name: "shelf.update",
    args: { id: kept.row.id, patch: { name: "Kept and renamed" }, was: { name: "Kept" } },
  });
  await makeShelf(store, "Pending");
  server.answer = (usual) => ({
    ...usual,
    cursor: 9,
    reset: true,
    lastMid: 0,
    retry: { mid: 1, times: 1 },
    rows: [kept, { table: "tomorrow", row: { id: "x" } }],
  });
  expect(await runSync(store, server)).toBe("server-trouble");
  expect(await names(store)).toEqual(["Kept and renamed", "Pending"]);
  const confirmed = confirmedRows(await store.outbox.toArray());
  expect(confirmed.map(({ row }) => (row && "name" in row ? row.name : null))).toEqual(["Kept", null]);
});

test("an answer about an older state is discarded, and the device asks again", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  let answers = 0;
  server.answer = (usual) => {
    answers += 1;
    return answers === 1
      ? { ...usual, base: { epoch: "another", cursor: 40 }, rows: [rowOf("Wrong")] }
      : usual;
  };
  await synced(server, store);
  expect([answers, await names(store)]).toEqual([2, []]);
});

test("a row that a replay leaves unchanged is not written", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  let writes = 0;
  store.shelves.hook("updating", () => void (writes += 1));
  server.answer = (usual) => ({ ...usual, lastMid: 0, retry: { mid: 1, times: 1 } });
  await runSync(store, server);
  expect([writes, await names(store)]).toEqual([0, ["Books"]]);
});

test("a store that the browser restored to an older copy resets its client and loses no pending change", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  const before = (await store.meta.get("sync"))?.clientId;
  server.lastMid = 7;
  server.answer = (usual, { clientId }) =>
    clientId === before ? usual : { ...usual, lastMid: server.requests.at(-1)?.mutations.at(-1)?.mid ?? 0 };
  await synced(server, store);
  const meta = await store.meta.get("sync");
  expect(meta?.clientId).not.toBe(before);
  expect(
    server.requests
      .filter(({ clientId }) => clientId !== before)
      .flatMap(({ mutations }) => mutations.map(({ mid, name }) => [mid, name])),
  ).toEqual([[1, "shelf.create"]]);
  await makeShelf(store, "Films");
  server.requests.length = 0;
  await synced(server, store);
  expect(
    server.requests.flatMap(({ mutations }) => mutations.map(({ since, name }) => [since, name])),
  ).toEqual([[undefined, "shelf.create"]]);
});

test("a row that a later page deletes never appears", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  const [stays, goes] = [rowOf("Stays"), rowOf("Goes")];
  server.answer = (usual, { continues }) =>
    continues
      ? { ...usual, cursor: 3, rows: [], gone: [{ table: "shelves", id: goes.row.id }] }
      : { ...usual, cursor: 2, reset: true, more: true, rows: [stays, goes] };
  await synced(server, store);
  expect(await names(store)).toEqual(["Stays"]);
  expect(await store.meta.get("sync")).toMatchObject({ epoch: "first", cursor: 3 });
});

test("holes of pruned numbers are filled in requests of bounded size", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  for (let at = 0; at < 6; at += 1) await makeShelf(store, `shelf ${at}`);
  await store.outbox.where("mid").below(4).delete();
  expect(await runSync(store, server, { maxMutations: 3 })).toBe("synced");
  const sizes = server.requests.slice(1).map(({ mutations }) => mutations.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  expect(
    server.requests.flatMap(({ mutations }) => mutations).map(({ mid, since = mid }) => [since, mid]),
  ).toEqual([
    [1, 3],
    [4, 4],
    [5, 5],
    [6, 6],
  ]);
});

test("a view of an older shape is pulled again and shown until then", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  server.answer = (usual) => ({ ...usual, cursor: 5, rows: usual.cursor === 0 ? [rowOf("Books")] : [] });
  await synced(server, store);
  await store.meta.update("sync", { viewSchema: VIEW_SCHEMA - 1 });
  server.answer = (usual) => ({
    ...usual,
    cursor: 5,
    reset: usual.base.epoch === null,
    rows: [rowOf("Books, in their new shape")],
  });
  expect(await names(store)).toEqual(["Books"]);
  await synced(server, store);
  expect(server.requests.at(-1)).toMatchObject({ epoch: null, cursor: 0 });
  expect(await names(store)).toEqual(["Books, in their new shape"]);
});

test("a tab of an older build leaves the store of a newer one as it is, and must update", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  server.answer = (usual) => ({ ...usual, cursor: 5, rows: [rowOf("Books")] });
  await synced(server, store);
  await store.meta.update("sync", { viewSchema: VIEW_SCHEMA + 1 });
  const [before, asked] = [await store.meta.get("sync"), server.requests.length];
  expect(await runSync(store, server)).toBe("client-outdated");
  const body = { base: { epoch: "first", cursor: 5 }, cursor: 6, rows: [rowOf("More")], gone: [] };
  await expect(applyPoke(store, body)).rejects.toThrow(NewerStore);
  expect([await store.meta.get("sync"), await names(store), server.requests.length]).toEqual([
    before,
    ["Books"],
    asked,
  ]);
});

test("a restored store that has given as many new numbers as it lost resets its client", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Made on the copy");
  await makeShelf(store, "Too");
  server.answer = (usual, { clientId, mutations }) =>
    clientId === server.requests[0]?.clientId
      ? { ...usual, lastMid: 2, lastOp: newId() }
      : { ...usual, lastOp: mutations.at(-1)?.opId ?? null };
  await synced(server, store);
  const [first, last] = [
    server.requests[0],
    server.requests.findLast(({ mutations }) => mutations.length > 0),
  ];
  expect(last?.clientId).not.toBe(first?.clientId);
  expect(last?.mutations.map(({ mid, args }) => [mid, (args as { name: string }).name])).toEqual([
    [1, "Made on the copy"],
    [2, "Too"],
  ]);
  expect(await pendingCount(store)).toBe(0);
});
