import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { Refusal } from "@shelv/contract/refusal";
import { describe, expect, test } from "vitest";
import { type Fetched, MemoryTx, sameRow } from "./memory-tx.ts";
import type { Tx } from "./mutator.ts";

const shelf = (id: string, name = id) => shelfRow({ id, name });
const item = (id: string, shelfId: string) => itemRow({ id, shelfId });
const one = (...rows: ShelfRow[]): Fetched[] => [{ read: ["shelves", "s1"], rows }];
const all = (...rows: ShelfRow[]): Fetched[] => [{ read: ["shelves"], rows }];

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("an undeclared read or write", () => {
  const itemsOfS1: Fetched[] = [{ read: ["items", "shelfId", "s1"], rows: [item("i1", "s1")] }];
  test.each<[string, Fetched[], (tx: Tx) => unknown]>([
    ["a row by another id", one(), (tx) => tx.get("shelves", "s2")],
    ["a row of another table", one(), (tx) => tx.get("items", "s1")],
    ["a whole table after one row", one(), (tx) => tx.all("shelves")],
    ["a field after one row", one(), (tx) => tx.where("shelves", "name", "s1")],
    ["another value of a field", itemsOfS1, (tx) => tx.where("items", "shelfId", "s2")],
    ["another field", itemsOfS1, (tx) => tx.where("items", "title", "s1")],
    ["a row by an id that is the value of a field", itemsOfS1, (tx) => tx.get("items", "shelfId")],
    ["writing a row", one(), (tx) => tx.put("shelves", shelf("s2"))],
    ["deleting a row", one(), (tx) => tx.delete("shelves", "s2")],
    ["writing a row that a field's rows do not hold", itemsOfS1, (tx) => tx.put("items", item("i2", "s1"))],
    ["anything at all", [], (tx) => tx.get("shelves", "s1")],
  ])("is a bug, not a refusal: %s", (_, fetched, act) => {
    const error = thrownBy(() => act(new MemoryTx(fetched)));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Refusal);
    expect(String(error)).toContain("without declaring it");
  });
});

describe("a declared read", () => {
  test("of a whole table covers each of its rows and every field", () => {
    const tx = new MemoryTx(all(shelf("s1"), shelf("s2", "Books")));
    expect(tx.get("shelves", "s3")).toBeUndefined();
    expect(tx.get("shelves", "s1")).toEqual(shelf("s1"));
    expect(tx.where("shelves", "name", "Books")).toEqual([shelf("s2", "Books")]);
    expect(tx.all("shelves")).toHaveLength(2);
  });

  test("lets a row fetched by a field be read and deleted by its id", () => {
    const tx = new MemoryTx([{ read: ["items", "shelfId", "s1"], rows: [item("i1", "s1")] }]);
    expect(tx.get("items", "i1")).toEqual(item("i1", "s1"));
    tx.delete("items", "i1");
    expect(tx.where("items", "shelfId", "s1")).toEqual([]);
  });

  test("a mutator sees its own writes, by id, by field and in the whole table", () => {
    const tx = new MemoryTx(all(shelf("s1"), shelf("s2")));
    tx.put("shelves", shelf("s1", "Books"));
    tx.put("shelves", shelf("s3", "Books"));
    tx.delete("shelves", "s2");
    expect(tx.get("shelves", "s2")).toBeUndefined();
    expect(tx.where("shelves", "name", "Books").map(({ id }) => id)).toEqual(["s1", "s3"]);
    expect(tx.all("shelves").map(({ id }) => id)).toEqual(["s1", "s3"]);
  });
});

describe("changes", () => {
  const before = shelf("s1");
  test.each<[string, Fetched[], (tx: Tx) => void, unknown[]]>([
    ["nothing was done", one(before), () => undefined, []],
    ["a row was only read", one(before), (tx) => void tx.get("shelves", "s1"), []],
    ["a row was written as it was", one(before), (tx) => tx.put("shelves", { ...before }), []],
    [
      "a row was changed and changed back",
      one(before),
      (tx) => {
        tx.put("shelves", shelf("s1", "x"));
        tx.put("shelves", { ...before });
      },
      [],
    ],
    ["a missing row was deleted", one(), (tx) => tx.delete("shelves", "s1"), []],
    [
      "a new row was deleted again",
      one(),
      (tx) => {
        tx.put("shelves", before);
        tx.delete("shelves", "s1");
      },
      [],
    ],
    [
      "a row was made",
      one(),
      (tx) => tx.put("shelves", before),
      [{ table: "shelves", id: "s1", before: null, after: before }],
    ],
    [
      "a row was changed twice",
      one(before),
      (tx) => {
        tx.put("shelves", shelf("s1", "x"));
        tx.put("shelves", shelf("s1", "y"));
      },
      [{ table: "shelves", id: "s1", before, after: shelf("s1", "y") }],
    ],
    [
      "a row was deleted",
      one(before),
      (tx) => tx.delete("shelves", "s1"),
      [{ table: "shelves", id: "s1", before, after: null }],
    ],
    [
      "a row was deleted and made again otherwise",
      one(before),
      (tx) => {
        tx.delete("shelves", "s1");
        tx.put("shelves", shelf("s1", "x"));
      },
      [{ table: "shelves", id: "s1", before, after: shelf("s1", "x") }],
    ],
    [
      "a row was deleted and made again the same",
      one(before),
      (tx) => {
        tx.delete("shelves", "s1");
        tx.put("shelves", { ...before });
      },
      [],
    ],
  ])("contain only what really differs: %s", (_, fetched, act, expected) => {
    const tx = new MemoryTx(fetched);
    act(tx);
    expect(tx.changes()).toEqual(expected);
  });
});

test.each([
  [{ id: "a" }, { id: "a" }, true],
  [{ id: "a", x: 1 }, { x: 1, id: "a" }, true],
  [{ id: "a" }, { id: "b" }, false],
  [{ id: "a" }, { id: "a", x: 1 }, false],
  [{ id: "a", x: 1 }, { id: "a" }, false],
  [{ id: "a", x: null }, { id: "a", x: undefined }, false],
  [{ id: "a", of: ["b"] }, { id: "a", of: ["b"] }, true],
  [{ id: "a", of: ["b"] }, { id: "a", of: ["c"] }, false],
  [{ x: "1" }, { x: 1 }, false],
])("%j and %j are equal: %s", (first, second, expected) => {
  expect(sameRow(first, second)).toBe(expected);
});
