import * as v from "valibot";
import { expect, test } from "vitest";
import { parseInput } from "./input-issues.ts";
import { linkUrl } from "./values/link-url.ts";
import { order } from "./values/position.ts";
import { Refusal } from "./refusal.ts";

const schema = v.object({ order, url: linkUrl });

function issuesOf(input: unknown) {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof Refusal) return error.issues;
  }
  return undefined;
}

test.each([1.5, -1, 1e9, "1", null])("The order %j is rejected with a sentence for people", (order) => {
  expect(issuesOf({ order, url: "https://example.org/" })).toEqual([
    { path: "order", message: "Order is missing or not valid" },
  ]);
});

test("Two rules with the same message for one field give one issue, for two fields two", () => {
  expect(issuesOf({ order: 0, url: "http://" })).toEqual([{ path: "url", message: "Must be a valid URL" }]);
  expect(issuesOf({})).toHaveLength(2);
});

test("Of an input with many values only the first issue is reported: an answer is not longer than its request", () => {
  const list = v.object({ links: v.array(linkUrl) });
  const issuesWith = (count: number) => {
    try {
      parseInput(list, { links: Array.from({ length: count }, (_, at) => at) });
    } catch (error) {
      return error instanceof Refusal ? error.issues?.length : undefined;
    }
    return undefined;
  };
  expect([issuesWith(3), issuesWith(30_000)]).toEqual([3, 1]);
});
