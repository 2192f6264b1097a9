import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { pullAllPages } from "./pull-all-pages";

const REQUEST: SyncRequest = {
  schema: 1,
  clientId: "c",
  epoch: "one",
  cursor: 3,
  ack: 0,
  pull: true,
  continues: false,
  mutations: [{ mid: 1, name: "x", v: 1, args: {} }],
};
const page = (more: Partial<SyncResponse>): SyncResponse => ({
  base: { epoch: "one", cursor: 3 },
  epoch: "one",
  cursor: 3,
  lastMid: 0,
  floor: 0,
  lastOp: null,
  gap: false,
  reset: false,
  pulled: true,
  more: false,
  retry: null,
  results: [],
  rows: [],
  gone: [],
  wants: [],
  serverMs: 0,
  ...more,
});
const row = (id: string, text = "") => ({ table: "items", row: { id, text } });
const gone = (id: string) => ({ table: "items", id });

function pagesOf(...pages: SyncResponse[]) {
  const requests: SyncRequest[] = [];
  const exchange = (request: SyncRequest) => {
    requests.push(request);
    const next = pages[requests.length - 1];
    return next ? Promise.resolve(next) : Promise.reject(new Error("Asked for too much"));
  };
  return {
    requests,
    server: { exchange, putPicture: () => Promise.resolve() },
  };
}

test("pages become one answer, with the base of the first and the numbers of the last", async () => {
  const { server, requests } = pagesOf(
    page({
      cursor: 5,
      floor: 4,
      more: true,
      reset: true,
      retry: { mid: 1, times: 1 },
      gap: true,
      lastMid: 1,
      rows: [row("a")],
    }),
    page({
      cursor: 9,
      floor: 4,
      base: { epoch: "one", cursor: 5 },
      lastMid: 2,
      rows: [row("b")],
      results: [{ mid: 1, code: "invalid", message: "" }],
    }),
  );
  expect(await pullAllPages(server, REQUEST)).toEqual(
    page({
      cursor: 9,
      floor: 4,
      reset: true,
      retry: { mid: 1, times: 1 },
      gap: true,
      lastMid: 2,
      rows: [row("a"), row("b")],
      results: [{ mid: 1, code: "invalid", message: "" }],
    }),
  );
  expect(requests[1]).toEqual({ ...REQUEST, cursor: 5, floor: 4, continues: true, mutations: [] });
});

test.each([
  ["a row that is gone later", { rows: [row("a")] }, { gone: [gone("a")] }, { rows: [], gone: [gone("a")] }],
  ["a row that is back later", { gone: [gone("a")] }, { rows: [row("a")] }, { rows: [row("a")], gone: [] }],
  [
    "a row that is another later",
    { rows: [row("a", "old")] },
    { rows: [row("a", "new")] },
    { rows: [row("a", "new")], gone: [] },
  ],
])("the later page is right about %s", async (_, first, second, expected) => {
  const { server } = pagesOf(page({ cursor: 5, more: true, ...first }), page({ cursor: 6, ...second }));
  expect(await pullAllPages(server, REQUEST)).toMatchObject(expected);
});

test("a new epoch between two pages begins the pull again, and pushes nothing twice", async () => {
  const { server, requests } = pagesOf(
    page({ cursor: 5, more: true, rows: [row("old")] }),
    page({ epoch: "two", reset: true, rows: [row("half")] }),
    page({ epoch: "two", reset: true, cursor: 2, rows: [row("new")] }),
  );
  const answer = await pullAllPages(server, REQUEST);
  expect([answer.epoch, answer.reset, answer.rows]).toEqual(["two", true, [row("new")]]);
  expect(requests[2]).toEqual({ ...REQUEST, mutations: [] });
});

test("deletions that the server drops between two pages begin the pull again", async () => {
  const { server, requests } = pagesOf(
    page({ cursor: 5, floor: 3, more: true, rows: [row("old")] }),
    page({ floor: 8, reset: true, more: true, rows: [row("half")] }),
    page({ floor: 8, reset: true, cursor: 9, rows: [row("new")] }),
  );
  expect(await pullAllPages(server, REQUEST)).toMatchObject({
    reset: true,
    cursor: 9,
    rows: [row("new")],
    gone: [],
  });
  expect(requests.map(({ cursor, floor, mutations }) => [cursor, floor, mutations.length])).toEqual([
    [3, undefined, 1],
    [5, 3, 0],
    [3, undefined, 0],
  ]);
});

test("a page of another epoch is requested without the acknowledgements of the first", async () => {
  const { server, requests } = pagesOf(
    page({ epoch: "two", reset: true, cursor: 5, more: true }),
    page({ epoch: "two", cursor: 6 }),
  );
  await pullAllPages(server, { ...REQUEST, ack: 4 });
  expect(requests.map(({ epoch, ack }) => [epoch, ack])).toEqual([
    ["one", 4],
    ["two", 0],
  ]);
});

test("wanted pictures come on pages of their own, each request naming the last picture so far", async () => {
  const { server, requests } = pagesOf(
    page({ more: true, rows: [row("a")] }),
    page({ more: true, rows: [row("b")], wants: ["1", "2"] }),
    page({ more: true, wants: ["3"] }),
    page({ lastMid: 1 }),
  );
  const answer = await pullAllPages(server, REQUEST);
  expect([answer.wants, answer.rows]).toEqual([
    ["1", "2", "3"],
    [row("a"), row("b")],
  ]);
  expect(requests.map(({ wantsAfter }) => wantsAfter)).toEqual([undefined, undefined, "2", "3"]);
});
