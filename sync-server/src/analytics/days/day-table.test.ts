import { DIMENSION_VALUES_MAX } from "@shelv/contract/analytics";
import { type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import * as fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import {
  clicksOfItems,
  countByValues,
  countsOfShelves,
  type Filter,
  type Resets,
  totalOf,
} from "./count-by.ts";
import type { VisitValues } from "#analytics/visitor/sender";
import { CELLS_MAX, type Counts, DayTable, type Place, type PlaceCounts } from "./day-table.ts";

const DAY = 20_000;
const AT = DAY * 24 * 60 * 60_000;

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
);
const values: fc.Arbitrary<VisitValues> = fc.dictionary(
  fc.constantFrom(...DIMENSIONS),
  fc.option(fc.constantFrom("Instagram", "Ümlaut 🙂\n", "other", "DE", "x".repeat(100))),
);
const counts = fc.record({ count: fc.nat(300), visitors: fc.nat(70_000) });
const entries = fc.array(fc.record({ place, values, counts }), { maxLength: 30 });
type Entry = { place: Place; values: VisitValues; counts: PlaceCounts };

const tableOf = (added: readonly Entry[]): DayTable => {
  const table = new DayTable();
  for (const { place, values, counts } of added) table.add(place, values, counts);
  return table;
};

const content = (table: DayTable) => ({
  values: table.values,
  places: table.places,
  cells: table.cells,
  pairs: table.places.map((_, place) => table.pairsOf(place)),
});
const again = (table: DayTable) => new DayTable(table.stored());
const byValue = (table: DayTable, by: Dimension, filter: Filter = {}) => {
  const sums = new Map<string | null, Counts>();
  const total = countByValues({ day: DAY, table }, [[by, sums]], { filter });
  return { sums, total };
};

test("A stored day is read as it was, and counts further events", () => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const table = tableOf(before);
      const read = again(table);
      expect(content(read)).toEqual(content(table));
      for (const { place, values, counts } of after) {
        table.add(place, values, counts);
        read.add(place, values, counts);
      }
      expect(content(read)).toEqual(content(table));
    }),
  );
});

test("A day that a build with fewer or more dimensions stored has the figures of those that both know", () => {
  const table = tableOf([
    {
      place: { kind: "page", shelfIds: [] },
      values: { referrer: "Instagram" },
      counts: { count: 2, visitors: 1 },
    },
  ]);
  const [values, places, cells] = table
    .stored()
    .counts.split("\n")
    .map((line) => JSON.parse(line) as object);
  const { referrer } = table.values;
  const column = { referrer: table.cells.values.referrer };
  for (const [stored, columns] of [
    [{ referrer }, column],
    [
      { ...values, newer: referrer },
      { ...table.cells.values, newer: column.referrer },
    ],
  ]) {
    const lines = [stored, places, { ...cells, values: columns }].map((line) => JSON.stringify(line));
    const read = new DayTable({ counts: lines.join("\n") });
    for (const by of DIMENSIONS)
      for (const filter of [{}, { only: { by: "referrer", value: "Instagram" } as const }])
        expect(byValue(read, by, filter)).toEqual(byValue(table, by, filter));
  }
});

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
          : true;
    const hasValue = filter.only === undefined || (values[filter.only.by] ?? null) === filter.only.value;
    if (!isIn || !hasValue) continue;
    sum[isItem ? "clicks" : "views"] += counts.count;
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

test("Totals and counts by value, item and shelf equal a scan of all events, also when events are added later", () => {
  fc.assert(
    fc.property(entries, entries, filters, fc.constantFrom(...DIMENSIONS), (one, two, filter, by) => {
      const table = again(tableOf(one));
      for (const { place, values, counts } of two) table.add(place, values, counts);
      const all = [...one, ...two];
      expect(totalOf({ day: DAY, table }, filter)).toEqual(scan(all, filter));
      const { sums, total } = byValue(table, by, filter);
      expect(total).toEqual(scan(all, filter));
      const isKnown = filter.only === undefined || filter.only.by === by;
      for (const [value, counts] of isKnown ? sums : [])
        expect([value, counts]).toEqual([value, scan(all, { ...filter, only: { by, value } })]);
      const clicks = clicksOfItems({ day: DAY, table });
      const ofShelf = countsOfShelves({ day: DAY, table });
      for (const itemId of ITEMS) expect(clicks.get(itemId) ?? 0).toBe(scan(all, { itemId }).clicks);
      for (const shelfId of SHELVES)
        expect(ofShelf.get(shelfId) ?? { views: 0, clicks: 0, visitors: 0 }).toEqual(scan(all, { shelfId }));
    }),
  );
});

test("An item counts from its last reset, whatever resets were undone", () => {
  fc.assert(
    fc.property(fc.array(entries, { minLength: 3, maxLength: 3 }), fc.subarray([1, 2]), (parts, left) => {
      const [itemId] = ITEMS;
      let table = new DayTable();
      for (const [nth, part] of parts.entries()) {
        if (nth > 0) table.reset(itemId, AT + nth);
        for (const { place, values, counts } of part) table.add(place, values, counts);
        table = again(table);
      }
      const last = Math.max(0, ...left);
      const resets: Resets = new Map(
        last > 0 ? [[itemId, { itemId, id: "reset", at: AT + last, clicks: 0 }]] : [],
      );
      const since = scan(parts.slice(last).flat(), { itemId });
      expect(totalOf({ day: DAY, table }, { itemId }, resets)).toEqual(since);
      expect(clicksOfItems({ day: DAY, table }, {}, resets).get(itemId) ?? 0).toBe(since.clicks);
      expect(totalOf({ day: DAY, table }, {}, resets)).toEqual(scan(parts.flat(), {}));
      for (const [day, counts] of [
        [DAY + 1, scan(parts.flat(), { itemId })],
        [DAY - 1, last > 0 ? { views: 0, clicks: 0, visitors: 0 } : scan(parts.flat(), { itemId })],
      ] as const)
        expect(totalOf({ day, table }, { itemId }, resets)).toEqual(counts);
    }),
  );
});

test("Evicted values count as 'other', and leave their places to others", () => {
  fc.assert(
    fc.property(entries, (added) => {
      const table = tableOf(added);
      const evicted = new Set(["Instagram", "DE"]);
      table.evict(new Map([["referrer", evicted]]));
      const renamed = added.map(({ values, ...entry }) => ({
        ...entry,
        values: evicted.has(values.referrer ?? "") ? { ...values, referrer: "other" } : values,
      }));
      expect(table.names("referrer")).not.toContain("Instagram");
      for (const by of DIMENSIONS)
        for (const [value, counts] of byValue(again(table), by).sums)
          expect([value, counts]).toEqual([value, scan(renamed, { only: { by, value } })]);
      expect(table.cells.place.length).toBe(tableOf(renamed).cells.place.length);
    }),
  );
});

/** A day with many more combinations than cells. */
function fullDay(): { table: DayTable; added: Entry[] } {
  const table = new DayTable();
  const added: Entry[] = [];
  for (let nth = 0; nth < 3 * CELLS_MAX; nth += 1) {
    const ofView = nth % 3 === 0;
    const entry: Entry = {
      place: ofView
        ? { kind: "page", shelfIds: ["shelf-1"] }
        : { kind: "item", itemId: `item-${nth % 40}`, shelfId: "shelf-1" },
      values: Object.fromEntries(
        DIMENSIONS.map((by, at) => [
          by,
          by === "utm_source" ? null : `${by} ${Math.floor(nth / (at + 1)) % (at * 7 + 5)}`,
        ]),
      ),
      counts: { count: 1, visitors: 1 },
    };
    added.push(entry);
    table.add(entry.place, entry.values, entry.counts);
  }
  return { table, added };
}

test("Beyond the number of combinations, totals and each value's counts stay exact", () => {
  const { table, added } = fullDay();
  const read = again(table);
  expect([content(read), read.cells.pairs > 0]).toEqual([content(table), true]);
  for (const filter of [{}, { itemId: "item-7" }, { shelfId: "shelf-1" }]) {
    for (const by of DIMENSIONS) {
      const { sums, total } = byValue(read, by, filter);
      expect(total).toEqual(scan(added, filter));
      for (const [value, counts] of sums) {
        expect([by, value, counts]).toEqual([by, value, scan(added, { ...filter, only: { by, value } })]);
        expect(totalOf({ day: DAY, table: read }, { ...filter, only: { by, value } })).toEqual(counts);
      }
    }
  }
  const only = { by: "referrer", value: "referrer 1" } as const;
  const { sums } = byValue(read, "country", { only });
  const total = [...sums.values()].reduce((sum, { clicks }) => sum + clicks, 0);
  expect(total).toBe(scan(added, { only }).clicks);
});

test("Beyond the number of combinations, a value of all places is counted without the pairs", () => {
  const { table, added } = fullDay();
  const read = new DayTable({ counts: table.stored().counts });
  for (const by of DIMENSIONS)
    for (const [value] of table.values[by]) {
      const { sums, total } = byValue(read, by, { only: { by, value } });
      expect(total).toEqual(scan(added, { only: { by, value } }));
      expect([...sums]).toEqual(total.views + total.clicks > 0 ? [[value, total]] : []);
    }
});

test("Beyond the number of combinations, an item's evicted values count as 'other'", () => {
  const { table, added } = fullDay();
  const evicted = new Set(["country 1", "country 2"]);
  table.evict(new Map([["country", evicted]]));
  const renamed = added.map(({ values, ...entry }) => ({
    ...entry,
    values: evicted.has(values.country ?? "") ? { ...values, country: "other" } : values,
  }));
  const filter = { itemId: "item-7" };
  for (const by of DIMENSIONS)
    for (const [value, counts] of byValue(again(table), by, filter).sums)
      expect([by, value, counts]).toEqual([by, value, scan(renamed, { ...filter, only: { by, value } })]);
});

test("A dimension has 50 values per day; the rest is 'other'", () => {
  const table = new DayTable();
  for (let nth = 0; nth < 80; nth += 1)
    table.add({ kind: "page", shelfIds: [] }, { referrer: `site-${nth}.example` }, { count: 1, visitors: 1 });
  const { sums } = byValue(again(table), "referrer");
  expect([sums.size, sums.get("other")?.views, sums.get("site-49.example")?.views]).toEqual([
    DIMENSION_VALUES_MAX + 1,
    30,
    1,
  ]);
});

test("Hundreds of events on a day of thousands of places take no longer than reading the day a few times", () => {
  const places = Array.from({ length: 10_000 }, (): Place => ({
    kind: "item",
    itemId: uuid(),
    shelfId: uuid(),
  }));
  const filled = new DayTable();
  for (const place of places) filled.add(place, {}, { count: 1, visitors: 0 });
  const stored = filled.stored();
  const cpuMs = (act: () => unknown) => {
    const start = process.cpuUsage();
    act();
    return process.cpuUsage(start).user / 1000;
  };
  const readMs = Math.min(...Array.from({ length: 3 }, () => cpuMs(() => new DayTable(stored).places)));
  const table = new DayTable(stored);
  const addMs = cpuMs(() => {
    for (const place of places.slice(-500)) table.add(place, {}, { count: 1, visitors: 0 });
  });
  expect(addMs / readMs).toBeLessThan(15);
  expect(table.places.slice(-500).every(({ count }) => count === 2)).toBe(true);
  expect(table.places).toHaveLength(10_001);
});
