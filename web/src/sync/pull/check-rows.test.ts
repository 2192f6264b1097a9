import { digestsOf } from "@shelv/contract/row-digest";
import type { SyncResponse } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { readMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import { FakeServer, makeShelf, names, rowOf } from "#sync/testing/fake-server";
import { applyPoke } from "./apply-pull";
import { checkRows } from "./check-rows";
import { runSync } from "#sync/run-sync";

const DAY_MS = 24 * 60 * 60_000;

async function withRows() {
  const [server, store] = [new FakeServer(), openTestStore()];
  const rows = Array.from({ length: 450 }, (_, at) => rowOf(`shelf ${at}`));
  const digests = await digestsOf((table) => [table === "shelves" ? rows.map(({ row }) => row) : []]);
  server.answer = (usual, request): SyncResponse => ({
    ...usual,
    cursor: 7,
    reset: request.epoch === null,
    rows: request.epoch === null ? rows : [],
    ...(request.digests ? { digests } : {}),
  });
  expect(await runSync(store, server, { now: () => 0 })).toBe("synced");
  return { server, store, rows, digests };
}

const asked = (server: FakeServer) => server.requests.filter(({ digests }) => digests).length;

test("rows are compared once a day; equal ones are not pulled again", async () => {
  const { server, store } = await withRows();
  for (const nowMs of [1, 2, DAY_MS, DAY_MS + 2, 2 * DAY_MS + 3]) {
    expect(await runSync(store, server, { now: () => nowMs })).toBe("synced");
  }
  expect([asked(server), server.requests.filter(({ epoch }) => epoch === null).length]).toEqual([3, 1]);
});

test.each([
  ["is missing", (id: string) => ({ delete: id })],
  ["has another byte", (id: string) => ({ delete: null, id, name: "shelg 7" })],
])("where a row %s every row is pulled again, once", async (_, damage) => {
  const { server, store, rows } = await withRows();
  const { row } = rows[7] ?? rowOf("none");
  const done = damage(row.id);
  await (done.delete === null
    ? store.shelves.put({ ...row, name: "shelg 7" })
    : store.shelves.delete(row.id));
  expect(await runSync(store, server, { now: () => DAY_MS })).toBe("synced");
  expect((await store.shelves.get(row.id))?.name).toBe("shelf 7");
  expect(server.requests.filter(({ epoch }) => epoch === null)).toHaveLength(2);
});

test("a server whose digests never match costs one more pull a day", async () => {
  const { server, store } = await withRows();
  const { answer } = server;
  server.answer = async (usual, request) => {
    const answered = await answer(usual, request);
    const wrong = { shape: answered.digests?.shape ?? "", tables: {} };
    return { ...answered, ...(request.digests ? { digests: wrong } : {}) };
  };
  for (const nowMs of [DAY_MS, DAY_MS + 1, DAY_MS + 2]) await runSync(store, server, { now: () => nowMs });
  expect(server.requests.filter(({ epoch }) => epoch === null)).toHaveLength(2);
});

test("rows that a poke changed since the pull are not compared with its digests", async () => {
  const { store, rows, digests } = await withRows();
  const [first = rowOf("none")] = rows;
  const base = { epoch: "first", cursor: 7 };
  const changed = { ...first, row: { ...first.row, name: "newer" } };
  expect(await applyPoke(store, { base, cursor: 8, rows: [changed], gone: [] })).toBe("applied");
  expect(await checkRows(store, { ...base, digests }, DAY_MS)).toBe(true);
  expect(await readMeta(store)).toMatchObject({ epoch: "first", cursor: 8 });
});

test("a build with other row shapes does not compare", async () => {
  const { server, store } = await withRows();
  const { answer } = server;
  server.answer = async (usual, request) => {
    const answered = await answer(usual, request);
    return { ...answered, ...(request.digests ? { digests: { shape: "older", tables: {} } } : {}) };
  };
  await runSync(store, server, { now: () => DAY_MS });
  expect(server.requests.filter(({ epoch }) => epoch === null)).toHaveLength(1);
});

test("rows are not compared while changes are pending; after a start they are, although no comparison is due", async () => {
  const { server, store } = await withRows();
  await runSync(store, server, { now: () => 1 });
  await makeShelf(store, "Pending");
  server.answer = (usual) => ({ ...usual, lastMid: 0, retry: { mid: 1, times: 1 } });
  await runSync(store, server, { now: () => 2 * DAY_MS });
  expect([(await readMeta(store)).rowsCheckedAt, await names(store)]).toEqual([
    1,
    expect.arrayContaining(["Pending"]),
  ]);
  server.answer = (usual) => usual;
  const before = asked(server);
  await runSync(store, server, { now: () => 2, checksRows: true });
  expect(asked(server)).toBe(before + 1);
});
