import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shareStructure } from "./structural-sharing";

const row = (id: string, title = id) => ({ id, title, categoryIds: ["c"] });

test("an equal value is replaced by the old object", () => {
  for (const make of [
    () => [row("a"), row("b")],
    () => ["a", "b"],
    () => new Map([["a", "pending"]]),
    () => ({ shelfId: "s", ids: ["a"] }),
    () => null,
    () => undefined,
  ]) {
    const before = make();
    expect(shareStructure(before, make())).toBe(before);
  }
});

test("equal rows of a list are the old objects, at any position", () => {
  const before = [row("a"), row("b"), row("c")];
  const now = shareStructure(before, [row("c"), row("b", "Beads"), row("new"), row("a")]);
  expect(now).toEqual([row("c"), row("b", "Beads"), row("new"), row("a")]);
  expect([now[0] === before[2], now[1] === before[1], now[3] === before[0]]).toEqual([true, false, true]);
});

test("equal parts of an object are the old objects", () => {
  const before = { shelfId: "s", items: [row("a"), row("b")], counts: { a: 1 } };
  const now = shareStructure(before, { shelfId: "t", items: [row("b"), row("c")], counts: { a: 1 } });
  expect(now).toEqual({ shelfId: "t", items: [row("b"), row("c")], counts: { a: 1 } });
  expect(now.items[0]).toBe(before.items[1]);
  expect(now.counts).toBe(before.counts);
});

test("other kinds of values are always the new ones", () => {
  const [before, now] = [new Uint8Array([1]).buffer, new Uint8Array([2]).buffer];
  expect(shareStructure({ bytes: before }, { bytes: now }).bytes).toBe(now);
});

test("the result always equals the new value", () => {
  const answers = fc.letrec((tie) => ({
    part: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, undefined, 1, 2, "a", "b"),
      tie("list"),
      tie("map"),
      tie("object"),
    ),
    list: fc.array(tie("part"), { maxLength: 3 }),
    map: fc.array(fc.tuple(fc.constantFrom("a", "b"), tie("part"))).map((entries) => new Map(entries)),
    object: fc.dictionary(fc.constantFrom("id", "title"), tie("part")).map((object) => ({ ...object })),
  })).part;
  fc.assert(
    fc.property(answers, answers, (before, now) => {
      expect(shareStructure(before, now)).toStrictEqual(now);
    }),
    { numRuns: 2000 },
  );
});

test("a different value is the new one", () => {
  expect(shareStructure<unknown>([row("a")], null)).toBeNull();
  expect(shareStructure<unknown>(undefined, [row("a")])).toEqual([row("a")]);
  expect(shareStructure(["a", "b"], ["b", "a"])).toEqual(["b", "a"]);
  expect(shareStructure(new Map([["a", 1]]), new Map([["a", 2]]))).toEqual(new Map([["a", 2]]));
  expect(shareStructure<object>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
});
