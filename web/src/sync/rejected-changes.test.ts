import { NO_OP } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { pendingCount } from "#local-store/queries";
import { openTestStore } from "#local-store/testing/open-test-store";
import { discardRejected, retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { FakeServer, makeItem, makeShelf, names, rowOf, synced } from "./testing/fake-server";
import { runSync, type SyncOutcome } from "./run-sync";

test("a rejected shelf and its items are one group of the tray, with everything typed; their numbers are used up", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "One too many", id);
  await makeItem(store, id);
  server.answer = (usual) => ({
    ...usual,
    results: [
      { mid: 1, code: "shelf-limit", message: "No room" },
      { mid: 2, code: "shelf-not-found", message: "No shelf" },
    ],
  });
  await synced(server, store);
  expect([await names(store), await store.items.count(), await pendingCount(store)]).toEqual([[], 0, 0]);
  const [group, ...others] = groupRejected(await rejectedEntries(store));
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    root: { message: "No room", args: { name: "One too many" } },
    followers: [{ args: { title: "Mug" } }],
  });
  expect((await store.outbox.toArray()).map(({ name }) => name)).toEqual([NO_OP, NO_OP]);

  server.answer = (usual) => usual;
  if (group) await retryRejected(store, group);
  expect([await store.rejected.count(), await names(store), await pendingCount(store)]).toEqual([
    0,
    ["One too many"],
    2,
  ]);
});

test("discarding an entry of the tray deletes only that one", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "A");
  await makeShelf(store, "B");
  server.answer = (usual) => ({
    ...usual,
    results: [1, 2].map((mid) => ({ mid, code: "shelf-limit", message: "No room" })),
  });
  await synced(server, store);
  const [first, second] = groupRejected(await rejectedEntries(store));
  if (first) await discardRejected(store, first);
  expect((await rejectedEntries(store)).map(({ opId }) => opId)).toEqual([second?.root.opId]);
});

test("a pause that the server itself asks for blocks no change, however long it lasts", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Kept");
  refusing(server, "Kept", new ApiFailure(503, "busy", "", [], 30));
  await syncAt(store, server, [0, 1, 3, 8, 11, 12]);
  expect([await pendingCount(store), await rejectedEntries(store)]).toEqual([1, []]);
  expect(server.requests).toHaveLength(1);
});

test.each<[Error, SyncOutcome]>([
  [new ApiFailure(401, "signed-out", "", [], null), "signed-out"],
  [new ApiFailure(429, "too-many", "", [], 5), "later"],
  [new ForeignAnswer(200), "foreign-answer"],
  [new NoNetwork("no network"), "no-network"],
])("where a request without changes fails too (%s), that failure counts: %s", async (error, outcome) => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Blocked");
  server.answer = () => {
    throw error;
  };
  refusing(server, "Blocked", new NoNetwork("reset"));
  expect(await syncAt(store, server, [0, 1, 3, 8, 11])).toEqual(Array<SyncOutcome>(5).fill(outcome));
  expect(await rejectedEntries(store)).toEqual([]);
});

function refusing(server: FakeServer, text: string, error: Error): void {
  const exchange = server.exchange.bind(server);
  server.exchange = async (request) => {
    if (JSON.stringify(request).includes(text)) throw error;
    return exchange(request);
  };
}

const syncAt = async (store: LocalStore, server: FakeServer, minutes: readonly number[]) => {
  const outcomes = [];
  for (const minute of minutes) outcomes.push(await runSync(store, server, { now: () => minute * 60_000 }));
  return outcomes;
};

test.each([
  ["resets", new NoNetwork("reset")],
  ["answers with a firewall's 403", new ForeignAnswer(403)],
  ["answers with a gateway's 504", new ApiFailure(504, "unknown", "", [], null)],
  ["answers with a proxy's 413", new ApiFailure(413, "unknown", "", [], null)],
  ["answers with a gateway's 503, which asks to wait", new ApiFailure(503, "unknown", "", [], 30)],
  ["answers with a gateway's 429", new ApiFailure(429, "unknown", "", [], null)],
])(
  "a change whose request the network %s goes to the tray after ten minutes, and the rest goes on",
  async (_, error) => {
    const [server, store] = [new FakeServer(), openTestStore()];
    await synced(server, store);
    for (const name of ["Before it", "Blocked", "Behind it"]) await makeShelf(store, name);
    refusing(server, "Blocked", error);
    expect(await syncAt(store, server, [0, 1, 3, 8])).toEqual(["blocked", "blocked", "blocked", "blocked"]);
    expect([server.lastMid, await pendingCount(store), await rejectedEntries(store)]).toEqual([1, 2, []]);
    expect(await syncAt(store, server, [11])).toEqual(["synced"]);
    expect((await rejectedEntries(store)).map(({ code, args }) => [code, args])).toEqual([
      ["network-refused", expect.objectContaining({ name: "Blocked" })],
    ]);
    expect([server.lastMid, await pendingCount(store)]).toEqual([3, 0]);
  },
);

test("of several blocked changes only the first waits for ten minutes; each is tried five times", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  for (const name of ["Blocked 1", "Fine", "Blocked 2"]) await makeShelf(store, name);
  refusing(server, "Blocked", new ForeignAnswer(403));
  await syncAt(store, server, [0, 1, 3, 8]);
  expect(await syncAt(store, server, [11, 11, 11, 11])).toEqual(["blocked", "blocked", "blocked", "blocked"]);
  expect((await rejectedEntries(store)).map(({ code }) => code)).toEqual(["network-refused"]);
  expect(await syncAt(store, server, [11])).toEqual(["synced"]);
  expect([await rejectedEntries(store).then(({ length }) => length), server.lastMid]).toEqual([2, 3]);
  await makeShelf(store, "Blocked 3");
  expect(await syncAt(store, server, [12, 12, 12, 12, 12, 12])).not.toContain("synced");
});

test("no change is blocked while no request gets through, however long that lasts", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  refusing(server, "schema", new NoNetwork("no network"));
  expect(new Set(await syncAt(store, server, [0, 5, 10, 15, 20, 25]))).toEqual(new Set(["no-network"]));
  expect((await store.meta.get("sync"))?.blocked).toBeNull();
});

test("if the network blocks the no-op too, the device goes on trying and the change stays pending", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  refusing(server, '"mid"', new ForeignAnswer(403));
  expect(new Set(await syncAt(store, server, [0, 3, 6, 9, 12, 15]))).toEqual(new Set(["blocked"]));
  expect([await pendingCount(store), await rejectedEntries(store)]).toEqual([1, []]);
});

test("a no-op for a hole that the network blocks is retried forever, with pauses", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  for (const name of ["Aborted", "Books"]) await makeShelf(store, name);
  await store.outbox.delete(1);
  refusing(server, '"mid"', new ForeignAnswer(403));
  expect(new Set(await syncAt(store, server, [0, 3, 6, 9, 12, 15]))).toEqual(new Set(["blocked"]));
  expect([await pendingCount(store), await rejectedEntries(store)]).toEqual([1, []]);
});

test("a device with a blocked change still pulls", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Blocked");
  refusing(server, "Blocked", new ForeignAnswer(403));
  server.answer = (usual) => ({ ...usual, cursor: 1, rows: [rowOf("News")] });
  expect(await syncAt(store, server, [0])).toEqual(["blocked"]);
  expect(await names(store)).toEqual(["Blocked", "News"]);
});

test("a change that the server cannot run stays pending until the server rejects it", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  server.answer = (usual) => ({ ...usual, lastMid: (server.lastMid = 0), retry: { mid: 1, times: 1 } });
  expect(await syncAt(store, server, [0, 60])).toEqual(["server-trouble", "server-trouble"]);
  server.answer = (usual) => ({ ...usual, results: [{ mid: 1, code: "server-trouble", message: "No" }] });
  await synced(server, store);
  expect((await rejectedEntries(store)).map(({ code }) => code)).toEqual(["server-trouble"]);
});

test("a change replaced by a no-op is applied, not rejected, if an earlier request with it arrives first", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  refusing(server, "Books", new NoNetwork("reset"));
  await syncAt(store, server, [0, 3, 6, 9]);
  const row = rowOf("Books");
  server.answer = (usual) => ({ ...usual, results: [], rows: [row] });
  expect(await syncAt(store, server, [12])).toEqual(["synced"]);
  expect(server.requests.at(-1)?.mutations.map(({ name }) => name)).toEqual([NO_OP]);
  expect([await pendingCount(store), await rejectedEntries(store), await names(store)]).toEqual([
    0,
    [],
    ["Books"],
  ]);
});

test("a change replaced by a no-op is tried again in another epoch", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  await makeShelf(store, "Books");
  await store.outbox.update(1, { isGivenUp: true });
  server.epoch = "second";
  server.answer = (usual, { mutations }) =>
    mutations.some(({ name }) => name === NO_OP)
      ? { ...usual, lastMid: (server.lastMid = 0), results: [] }
      : usual;
  await synced(server, store);
  expect(server.requests.at(-1)?.mutations.map(({ name }) => name)).toEqual(["shelf.create"]);
  expect(await rejectedEntries(store)).toEqual([]);
});
