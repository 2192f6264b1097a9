import { NO_OP } from "@shelv/contract/sync";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { LocalStore } from "#local-store/local-store";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import { nextRequest, withoutHoles } from "./next-request";

test("whatever numbers are missing, a push covers each number once, in order, with every real change", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.nat({ max: 50 }), gaps, (lastMid, steps) => {
      let mid = lastMid;
      const sent = steps.map((step) => ({ mid: (mid += step), name: "shelf.move", v: 1, args: {} }));
      const filled = withoutHoles(sent, lastMid);
      const covered = filled.flatMap(({ mid: last, since = last }) =>
        Array.from({ length: last - since + 1 }, (_, at) => since + at),
      );
      expect(covered).toEqual(Array.from({ length: mid - lastMid }, (_, at) => lastMid + 1 + at));
      expect(filled.filter(({ name }) => name !== NO_OP)).toEqual(sent);
    }),
  );
});

async function storeWith(argSizes: number[], epoch: string | null): Promise<LocalStore> {
  const store = openTestStore();
  await writeMeta(store, { ...(await readMeta(store)), epoch });
  await store.outbox.bulkAdd(
    argSizes.map((size, at) => ({
      mid: at + 1,
      opId: String(at),
      name: "x",
      v: 1,
      args: "a".repeat(size),
      pictures: [`p${at % 2}`],
      rows: [],
      at: 0,
    })),
  );
  return store;
}

test.each([
  ["all that fit", [10, 10, 10], [1, 2, 3], true],
  ["what fits, in order, and no rows while more is left", [100_000, 100_000, 10], [1], false],
  ["the first, however large", [400_000, 10], [1], false],
  ["nothing, and a question", [], [], true],
])("a request holds %s", async (_, sizes, mids, pull) => {
  const { request } = await nextRequest(await storeWith(sizes, "first"));
  expect([request.mutations.map(({ mid }) => mid), request.pull]).toEqual([mids, pull]);
});

test("a request has at most five hundred changes, also if a hole must be filled", async () => {
  const store = await storeWith(
    Array.from({ length: 600 }, () => 1),
    "first",
  );
  await store.outbox.delete(1);
  const { request } = await nextRequest(store);
  expect([
    request.mutations.length,
    request.mutations[0]?.name,
    request.mutations.at(-1)?.mid,
    request.pull,
  ]).toEqual([500, NO_OP, 500, false]);
});

test("without an epoch a request pushes nothing and pulls", async () => {
  const { request } = await nextRequest(await storeWith([1, 1], null));
  expect([request.mutations, request.pull]).toEqual([[], true]);
});
