import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ItemRow } from "./rows/item.ts";
import { itemRow } from "./testing/rows.ts";
import { FIRST_SINGLES, type OwnerTable } from "./rows/owner-tables.ts";
import { digestsOf } from "./row-digest.ts";
import type { ShelfRow } from "./rows/shelf.ts";

const id = fc.uuid({ version: 7 });
const text = (maxLength: number) =>
  fc.stringMatching(/^[a-zäß0-9 .,-]*$/u, { maxLength }).map((at) => at.trim());
const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/);
const createdAt = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());

const item = fc
  .record({
    id,
    shelfId: id,
    title: text(20).map((title) => `A ${title}`.trim()),
    url: fc.nat().map((path) => `https://example.org/${path}`),
    description: text(40),
    price: fc.constantFrom("", "$1.99", "free"),
    emoji: fc.constantFrom("", "📚", "👩‍👩‍👧"),
    picture: fc.option(sha256),
    cutout: fc.option(sha256),
    showsCutout: fc.boolean(),
    isHidden: fc.boolean(),
    details: fc.constantFrom(null, "pending", "failed"),
    silencedUntil: fc.constantFrom(null, "2026-03-01T00:00:00.000Z"),
    linkState: fc.constantFrom("unchecked", "ok", "gone"),
    checkedAt: fc.option(createdAt),
    categoryIds: fc.uniqueArray(id, { maxLength: 3 }).map((ids) => ids.toSorted()),
    position: fc.constantFrom("a0", "a1", "a0V"),
    createdAt,
  })
  .map(itemRow);
const shelf: fc.Arbitrary<ShelfRow> = fc.record({
  id,
  name: text(10).map((name) => `S ${name}`.trim()),
  description: text(20),
  emoji: fc.constant(""),
  position: fc.constant("a0"),
  createdAt,
});

const digests = (tables: Partial<Record<OwnerTable, readonly unknown[]>>) =>
  digestsOf((table) => [tables[table] ?? []]);
const itemsDigest = async (items: readonly unknown[]) => (await digests({ items })).tables.items;

test("The order of rows and of their fields, and how many come at a time, do not count", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 8 }),
      fc.array(shelf, { maxLength: 3 }),
      async (items, shelves) => {
        const straight = await digests({ items, shelves });
        const turned = items.toReversed().map((row) => Object.fromEntries(Object.entries(row).toReversed()));
        const oneByOne = await digestsOf((table) =>
          (table === "items" ? turned : table === "shelves" ? shelves.toReversed() : []).map((row) => [row]),
        );
        expect(oneByOne).toEqual(straight);
      },
    ),
  ));

test("Unknown fields and fields without a value do not count, nor do rows that this build cannot parse", () =>
  fc.assert(
    fc.asyncProperty(item, async (row) => {
      const plain = await itemsDigest([row]);
      expect(await itemsDigest([{ ...row, colour: "red", size: undefined }])).toBe(plain);
      expect(await itemsDigest([row, { ...row, id: "no id" }])).toBe(plain);
      const account = { ...FIRST_SINGLES.account, suspension: undefined };
      expect(await digests({ singles: [account] })).toEqual(
        await digests({ singles: [FIRST_SINGLES.account] }),
      );
    }),
  ));

function changed(row: ItemRow): ItemRow[] {
  return Object.entries(row).flatMap(([field, value]) => {
    if (typeof value === "boolean") return [{ ...row, [field]: !value }];
    if (typeof value !== "string" || !["title", "url", "description", "createdAt"].includes(field)) {
      return field === "picture" || field === "cutout" ? [{ ...row, [field]: "0".repeat(64) }] : [];
    }
    return Array.from(value, (unit, at) => ({
      ...row,
      [field]: `${value.slice(0, at)}${unit === "x" ? "y" : "x"}${value.slice(at + unit.length)}`,
    }));
  });
}

test("A change of one character, one flag, one picture or one row makes another digest", () =>
  fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async ([row, ...rest]) => {
      if (!row) return;
      const all = [row, ...rest];
      const before = await itemsDigest(all);
      expect(await itemsDigest(rest)).not.toBe(before);
      expect(await itemsDigest([...all, row])).not.toBe(before);
      const others = changed(row).filter((other) => JSON.stringify(other) !== JSON.stringify(row));
      for (const other of others) expect(await itemsDigest([other, ...rest])).not.toBe(before);
    }),
    { numRuns: 30 },
  ));

test("Two values that change places between two rows make another digest", () =>
  fc.assert(
    fc.asyncProperty(item, item, async (one, other) => {
      fc.pre(one.description !== other.description && one.id !== other.id);
      const swapped = [
        { ...one, description: other.description },
        { ...other, description: one.description },
      ];
      expect(await itemsDigest(swapped)).not.toBe(await itemsDigest([one, other]));
    }),
  ));

test("A row counts in its own table alone, and the shape is the same for every account", async () => {
  const [empty, one] = [await digests({}), await digests({ singles: [FIRST_SINGLES.profile] })];
  expect(one.shape).toBe(empty.shape);
  expect(one.shape).toMatch(/^[0-9a-f]{16}$/);
  const differing = Object.keys(one.tables).filter((table) => one.tables[table] !== empty.tables[table]);
  expect(differing).toEqual(["singles"]);
});
