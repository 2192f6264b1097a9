import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AnalyticsChange } from "./analytics.ts";
import { CHANGES_MAX, changeWords, mostlyItem, whatChanged } from "./what-changed.ts";

type Named = Pick<AnalyticsChange, "by" | "value"> & { days: readonly number[] };

const changed = (series: readonly Named[]) =>
  whatChanged(
    series.map(({ days, ...named }) => {
      const half = days.length / 2;
      return { ...named, before: sum(days.slice(0, half)), now: sum(days.slice(half)), days: () => days };
    }),
    FIRST,
  );
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

const FIRST = Date.parse("2026-03-01T00:00:00Z");

test("A change is reported with its first day, the largest first", () => {
  const days = [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 25, 24, 26, 25];
  const falling = [9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0];
  expect(
    changed([
      { by: "country", value: "DE", days: falling },
      { by: "referrer", value: "Instagram", days },
      { by: "device", value: "phone", days: Array<number>(14).fill(40) },
    ]),
  ).toEqual([
    { by: "referrer", value: "Instagram", change: "+85.7%", now: 130, before: 70, since: "2026-03-11" },
    { by: "country", value: "DE", change: "-85.7%", now: 9, before: 63, since: "2026-03-09" },
  ]);
});

test("A difference by chance is not reported, nor is a value without a name", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { minLength: 14, maxLength: 14 }), (days) => {
      const found = changed([{ by: "page", value: null, days }]);
      const [before, now] = [days.slice(0, 7), days.slice(7)].map((half) => half.reduce((a, b) => a + b, 0));
      const isSmall = Math.abs((now ?? 0) - (before ?? 0)) < 3 * Math.sqrt((now ?? 0) + (before ?? 0));
      expect(isSmall && found.length > 0).toBe(false);
      for (const { since } of found) expect(since >= "2026-03-08" && since <= "2026-03-14").toBe(true);
    }),
  );
  const risen = [...Array<number>(7).fill(0), ...Array<number>(7).fill(100)];
  for (const value of [null, "other"]) expect(changed([{ by: "referrer", value, days: risen }])).toEqual([]);
  const many = Array.from({ length: 20 }, (_, nth) => ({
    by: "country" as const,
    value: `C${nth}`,
    days: risen,
  }));
  expect(changed(many)).toHaveLength(CHANGES_MAX);
});

test("Countries, devices and browsers that rise with the whole page are not reported", () => {
  const days = (before: number, now: number) => [
    ...Array<number>(7).fill(before),
    ...Array<number>(7).fill(now),
  ];
  const found = changed([
    { by: "page", value: null, days: days(10, 30) },
    { by: "referrer", value: "Instagram", days: days(0, 20) },
    { by: "device", value: "phone", days: days(8, 25) },
    { by: "country", value: "JP", days: days(0, 10) },
    { by: "browser", value: "Instagram app", days: days(0, 20) },
  ]);
  expect(found.map(({ by, value }) => [by, value])).toEqual([
    ["page", null],
    ["referrer", "Instagram"],
    ["country", "JP"],
  ]);
});

test("The item that made most of a change is named, if one did", () => {
  const before = new Map([
    ["vase", 2],
    ["kiln", 5],
  ]);
  expect(
    mostlyItem(
      new Map([
        ["vase", 12],
        ["kiln", 8],
      ]),
      before,
      true,
    ),
  ).toBe("vase");
  expect(
    mostlyItem(
      new Map([
        ["vase", 7],
        ["kiln", 10],
      ]),
      before,
      true,
    ),
  ).toBeNull();
  expect(mostlyItem(new Map([["vase", 4]]), before, true)).toBeNull();
  expect(mostlyItem(new Map([["vase", 2]]), before, false)).toBe("kiln");
});

test("A change is described in one sentence", () => {
  const change: AnalyticsChange = {
    by: "referrer",
    value: "Instagram",
    change: "+40%",
    now: 14,
    before: 10,
    since: "2026-03-10",
    itemId: null,
    itemTitle: "Bud vase",
  };
  const words = (more: Partial<AnalyticsChange>) => changeWords({ ...change, ...more }, "2026-03-14");
  expect(words({})).toBe("+40% from Instagram since Tuesday, mostly “Bud vase”");
  const alone = { itemTitle: null };
  expect(words({ ...alone, before: 0, change: "+100%" })).toBe("New: from Instagram since Tuesday");
  expect(words({ ...alone, value: "direct" })).toBe("+40% without a referrer since Tuesday");
  expect(words({ ...alone, by: "country", value: "DE" })).toBe("+40% from Germany since Tuesday");
  expect(words({ ...alone, by: "device", value: "phone" })).toBe("+40% on phones since Tuesday");
  expect(words({ ...alone, by: "browser", value: "TikTok app" })).toBe(
    "+40% in the TikTok app since Tuesday",
  );
  expect(words({ ...alone, by: "utm_campaign", value: "spring" })).toBe(
    "+40% from the campaign “spring” since Tuesday",
  );
  expect(words({ by: "item", value: "x" })).toBe("+40% clicks on “Bud vase” since Tuesday");
  expect(words({ ...alone, by: "page", value: null, change: "-12%" })).toBe("-12% views since Tuesday");
  expect(words({ ...alone, by: "page", since: "2026-03-13" })).toBe("+40% views since yesterday");
  expect(words({ ...alone, by: "page", since: "2026-02-20" })).toBe("+40% views since February 20");
});
