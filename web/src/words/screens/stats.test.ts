import { DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import { expect, test } from "vitest";
import { filterName, flagOf, valueName } from "./stats";

test.each([
  ["referrer", "Instagram", "Instagram", "from Instagram"],
  ["referrer", "direct", "Direct", "without a source"],
  ["referrer", "other", "Other", "from other sources"],
  ["country", "DE", "Germany", "from Germany"],
  ["country", "not a code", "not a code", "from not a code"],
  ["country", null, "Unknown", "from an unknown country"],
  ["device", "phone", "Phone", "on a phone"],
  ["device", "fridge", "fridge", "on a fridge"],
  ["browser", "Safari", "Safari", "in Safari"],
  ["utm_source", null, "None", "without a UTM source"],
  ["utm_campaign", "spring", "spring", "with the campaign spring"],
  ["utm_medium", "תה", "תה", "with the medium \u2068תה\u2069"],
] as const)("the value %2$j of %1$s is named %3$j, and its filter %4$j", (by, value, name, filter) => {
  expect([valueName(by, value), filterName(by, value)]).toEqual([name, filter]);
});

test("every dimension has words for visits without a value", () => {
  expect(DIMENSIONS.map((by) => filterName(by, null)).every((words) => /unknown|without/.test(words))).toBe(
    true,
  );
});

test("only a country code has a flag", () => {
  expect(["DE", "de", "other", ""].map(flagOf)).toEqual(["🇩🇪", "", "", ""]);
});
