import { type Dimension, DIMENSION_VALUES_MAX, DIMENSIONS } from "@shelv/contract/analytics";
import * as fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { countByItem, countByShelf, countByValues, type Filter, totalOf } from "./count-by.ts";
import {
  COMBINATIONS_MAX,
  type Counts,
  DayTable,
  NO_VALUES,
  PAIR,
  type Place,
  type Values,
  valuesOf,
} from "./day-table.ts";
import { packDay, unpackDay } from "./packed-day.ts";

const [SHELVES, ITEMS] = [
  ["shelf-1", uuid()],
  [uuid(), uuid(), "item-3"],
] as const;

const place: fc.Arbitrary<Place> = fc.oneof(
  fc.subarray([...SHELVES]).map((shelfIds) => ({ kind: "page" as const, shelfIds })),
  fc.record({
    kind: fc.constant("item" as const),
    itemId: fc.constantFrom(...ITEMS),
    shelfId: fc.option(fc.constantFrom(...SHELVES)),
  }),
  fc.constantFrom(...SHELVES).map((shelfId) => ({ kind: "shelf" as const, shelfId })),
);
const values = fc
  .array(fc.option(fc.constantFrom("Instagram", "Ümlaut 🙂", "other", "DE", "x".repeat(100))), {
    minLength: DIMENSIONS.length,
    maxLength: DIMENSIONS.length,
  })
  .map((drawn) => valuesOf((_, at) => drawn[at] ?? null));
const counts = fc.record({ views: fc.nat(3), clicks: fc.nat(300), visitors: fc.nat(70_000) });
const entries = fc.array(fc.record({ place, values, counts }), { maxLength: 30 });
type Entry = { place: Place; values: Values; counts: Counts };

const tableOf = (added: readonly Entry[]): DayTable => {
  const table = new DayTable();
  for (const { place, values, counts } of added) table.add(place, values, counts);
  return table;
};

const content = ({ values, places, cells, overflowByPlace, overflowByValue, overflowPairs }: DayTable) => ({
  values,
  places,
  cells,
  overflowByPlace,
  overflowByValue,
  overflowPairs: Array.from({ length: overflowPairs.length / PAIR.size }, (_, at) =>
    overflowPairs.slice(at * PAIR.size, (at + 1) * PAIR.size).join(" "),
  ).toSorted(),
});

test("A packed day is unpacked as it was, and counts further events", () => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const table = tableOf(before);
      const again = unpackDay(packDay(table));
      expect(content(again)).toEqual(content(table));
      for (const { place, values, counts } of after) {
        table.add(place, values, counts);
        again.add(place, values, counts);
      }
      expect(content(again)).toEqual(content(table));
    }),
  );
});

/**
 * A day as version 1 wrote it: a view, an item's clicks, a shelf's counts, and some of each overflow. Stored
 * days look like this, so these bytes never change.
 */
const VERSION_1 = Buffer.from(
  "010109496e7374616772616d01046e65777301046d61696c0106737072696e6702024445024652020570686f" +
    "6e65076465736b746f700206536166617269064368726f6d650201077368656c662d31000190f5fe1c2d7e3f" +
    "8a4b5c6d7e8f9a0b03000100010101020003017f02020202020202c801009601027102030303000705030003" +
    "0100010200b5020401020a000001020b010001020c020001020d030001020e040001010f0500010210060001" +
    "020b0403000900060300ac0200",
  "hex",
);

test("A day packed by version 1 is read with the figures that it had", () => {
  const itemId = "0190f5fe-1c2d-7e3f-8a4b-5c6d7e8f9a0b";
  const table = unpackDay(VERSION_1);
  const byValue = (by: Dimension, filter: Filter = {}) => {
    const sums = new Map<string | null, Counts>();
    countByValues(table, filter, [[by, sums]]);
    return [...sums].map(([value, { views, clicks, visitors }]) => [value, views, clicks, visitors]);
  };
  const places = new Map<string, Counts>();
  countByShelf(table, places);
  expect(table.places).toEqual([
    { kind: "page", shelfIds: [] },
    { kind: "page", shelfIds: ["shelf-1"] },
    { kind: "item", itemId, shelfId: "shelf-1" },
    { kind: "shelf", shelfId: "shelf-1" },
  ]);
  expect(totalOf(table, {})).toEqual({ views: 200, clicks: 316, visitors: 150 });
  expect(places).toEqual(new Map([["shelf-1", { views: 203, clicks: 317, visitors: 150 }]]));
  expect(totalOf(table, { only: { by: "utm_source", value: "news" } })).toEqual({
    views: 211,
    clicks: 1,
    visitors: 150,
  });
  expect(byValue("country", { itemId })).toEqual([
    ["FR", 0, 16, 5],
    ["other", 0, 300, 4],
  ]);
  expect(byValue("browser", { itemId })).toEqual([
    ["Chrome", 0, 307, 5],
    ["other", 0, 9, 4],
  ]);
  expect(byValue("utm_campaign").slice(0, 2)).toEqual([
    [null, 0, 7, 0],
    ["spring", 213, 3, 150],
  ]);
  expect(byValue("device")).toEqual([
    ["other", 0, 309, 0],
    ["phone", 200, 0, 150],
    ["desktop", 0, 7, 0],
  ]);
});

test("A day of the current version keeps its bytes when it is packed again", () => {
  expect(Buffer.from(packDay(unpackDay(VERSION_1))).toString("hex")).toBe(VERSION_1.toString("hex"));
});

test("Bytes that are not a packed day are rejected, and never read for long", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(), (bytes, at) => {
      const packed = packDay(
        tableOf([
          {
            place: { kind: "page", shelfIds: [] },
            values: NO_VALUES,
            counts: { views: 1, clicks: 0, visitors: 0 },
          },
        ]),
      );
      packed.set(bytes.slice(0, 5), at % packed.length > packed.length - 5 ? 0 : at % packed.length);
      for (const input of [bytes, packed]) {
        const unpack = () => {
          try {
            void unpackDay(input).overflowPairs;
            return "This is a packed day";
          } catch (error) {
            return String(error);
          }
        };
        expect(unpack()).toMatch(
          /This (?:is a packed day|is no packed day|day was packed by another version)$/,
        );
      }
    }),
  );
});

/** Adds up all entries. */
function scan(added: readonly Entry[], filter: Filter): Counts {
  const sum = { views: 0, clicks: 0, visitors: 0 };
  for (const { place, values, counts } of added) {
    const isItem = place.kind === "item";
    const isIn =
      filter.itemId !== undefined
        ? isItem && place.itemId === filter.itemId
        : filter.shelfId !== undefined
          ? place.kind === "page"
            ? place.shelfIds.includes(filter.shelfId)
            : place.shelfId === filter.shelfId
          : place.kind !== "shelf";
    const hasValue =
      filter.only === undefined || values[DIMENSIONS.indexOf(filter.only.by)] === filter.only.value;
    if (!isIn || !hasValue) continue;
    sum.views += counts.views;
    sum.clicks += counts.clicks;
    if (!isItem || filter.itemId !== undefined) sum.visitors += counts.visitors;
  }
  return sum;
}

const filters = fc.record<Filter>(
  {
    itemId: fc.option(fc.constantFrom(...ITEMS), { nil: undefined }),
    shelfId: fc.option(fc.constantFrom(...SHELVES), { nil: undefined }),
    only: fc.option(
      fc.record({
        by: fc.constantFrom(...DIMENSIONS),
        value: fc.option(fc.constantFrom("Instagram", "DE", "other", "missing")),
      }),
      { nil: undefined },
    ),
  },
  { requiredKeys: [] },
);

test("Totals and counts by value, item and shelf equal a scan of all events, also merged in two parts", () => {
  fc.assert(
    fc.property(entries, entries, filters, fc.constantFrom(...DIMENSIONS), (one, two, filter, by) => {
      const table = tableOf(one);
      table.merge(unpackDay(packDay(tableOf(two))));
      const all = [...one, ...two];
      expect(totalOf(table, filter)).toEqual(scan(all, filter));
      const sums = new Map<string | null, Counts>();
      expect(countByValues(table, filter, [[by, sums]])).toEqual(scan(all, filter));
      const isKnown = filter.only === undefined || filter.only.by === by;
      for (const [value, counts] of isKnown ? sums : [])
        expect([value, counts]).toEqual([value, scan(all, { ...filter, only: { by, value } })]);
      const [clicks, ofShelf] = [new Map<string, number>(), new Map<string, Counts>()];
      countByItem(table, {}, clicks);
      countByShelf(table, ofShelf);
      for (const itemId of ITEMS) expect(clicks.get(itemId) ?? 0).toBe(scan(all, { itemId }).clicks);
      for (const shelfId of SHELVES)
        expect(ofShelf.get(shelfId) ?? { views: 0, clicks: 0, visitors: 0 }).toEqual(scan(all, { shelfId }));
      for (const itemId of ITEMS)
        expect(totalOf(table.ofItem(itemId), { only: filter.only })).toEqual({
          ...scan(all, { only: filter.only, itemId }),
          visitors: 0,
        });
    }),
  );
});

test("Beyond the number of combinations, totals and each value's counts stay exact", () => {
  const table = new DayTable();
  const added: Entry[] = [];
  for (let nth = 0; nth < 3 * COMBINATIONS_MAX; nth += 1) {
    const ofView = nth % 3 === 0;
    const entry: Entry = {
      place: ofView
        ? { kind: "page", shelfIds: ["shelf-1"] }
        : { kind: "item", itemId: `item-${nth % 40}`, shelfId: "shelf-1" },
      values: valuesOf((by, at) =>
        by === "utm_source" ? null : `${by} ${Math.floor(nth / (at + 1)) % (at * 7 + 5)}`,
      ),
      counts: { views: ofView ? 1 : 0, clicks: ofView ? 0 : 1, visitors: 1 },
    };
    added.push(entry);
    table.add(entry.place, entry.values, entry.counts);
  }
  const again = unpackDay(packDay(table));
  expect([content(again), again.overflowByPlace.length > 0]).toEqual([content(table), true]);
  for (const filter of [{}, { itemId: "item-7" }, { shelfId: "shelf-1" }]) {
    for (const by of DIMENSIONS) {
      const sums = new Map<string | null, Counts>();
      expect(countByValues(again, filter, [[by, sums]])).toEqual(scan(added, filter));
      for (const [value, counts] of sums) {
        expect([by, value, counts]).toEqual([by, value, scan(added, { ...filter, only: { by, value } })]);
        expect(totalOf(again, { ...filter, only: { by, value } })).toEqual(counts);
      }
    }
  }
  const only = { by: "referrer", value: "referrer 1" } as const;
  const sums = new Map<string | null, Counts>();
  countByValues(again, { only }, [["country", sums]]);
  const total = [...sums.values()].reduce((sum, { clicks }) => sum + clicks, 0);
  expect(total).toBe(scan(added, { only }).clicks);
});

test("A dimension has 50 values per day; the rest is 'other'", () => {
  const table = new DayTable();
  for (let nth = 0; nth < 80; nth += 1)
    table.add(
      { kind: "page", shelfIds: [] },
      valuesOf((by) => (by === "referrer" ? `site-${nth}.example` : null)),
      {
        views: 1,
        clicks: 0,
        visitors: 1,
      },
    );
  const sums = new Map<string | null, Counts>();
  countByValues(unpackDay(packDay(table)), {}, [["referrer", sums]]);
  expect([sums.size, sums.get("other")?.views, sums.get("site-49.example")?.views]).toEqual([
    DIMENSION_VALUES_MAX + 1,
    30,
    1,
  ]);
});
