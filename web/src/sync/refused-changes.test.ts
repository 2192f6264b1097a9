/** What the server refuses, and what it stumbles over for too long, waits in the tray; the queue goes on. */
import { NO_OP } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { newId } from "#local-store/new-id";
import { pendingCount } from "#local-store/queries";
import { discardRejected, retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { FakeServer, makeItem, makeShelf, names, openStore, rowOf, synced } from "./fake-server";
import { runSync } from "./run-sync";

test("a refused shelf and its items stand in the tray as one, with all that was typed; their numbers are used up", async () => {
  const [server, store] = [new FakeServer(), openStore()];
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

test("what is discarded from the tray is gone, and nothing else", async () => {
  const [server, store] = [new FakeServer(), openStore()];
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
  expect(outcomes).toEqual([
    "server-trouble",
    "server-trouble",
    "server-trouble",
    "server-trouble",
    "synced",
  ]);
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
  server.answer = (usual, { mutations }) =>
    mutations.some(({ name }) => name === NO_OP)
      ? { ...usual, lastMid: (server.lastMid = 0), results: [] }
      : usual;
  await synced(server, store);
  expect(server.requests.at(-1)?.mutations.map(({ name }) => name)).toEqual(["shelf.create"]);
  expect(await rejectedEntries(store)).toEqual([]);
});
