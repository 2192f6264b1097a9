import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mustBeReadable } from "./json-bounds.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, maxDepth = 8) => mustBeReadable(bytesOf(text), maxDepth);

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test("JSON may be as deep as the limit and no deeper, whatever its strings contain", () => {
  const text = fc.string({ unit: fc.constantFrom("[", "]", "{", "}", ",", '"', "\\", "é", "a") });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      text,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(text, tie("value"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, (drawn) => {
      const listed = [drawn];
      const depth = depthOf(listed);
      expect(() => read(JSON.stringify(listed), depth)).not.toThrow();
      expect(() => read(JSON.stringify(listed), depth - 1)).toThrow(`nested more than ${depth - 1} deep`);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["lists in lists", "[".repeat(2_000_000) + "]".repeat(2_000_000), "deep"],
  ["lists beside lists", `[${"[],".repeat(1_300_000)}0]`, "too many values"],
  ["objects", `{"mutations":[${"{},".repeat(20_000)}{}]}`, "too many values"],
  ["numbers", `[${"0,".repeat(2_000_000)}0]`, "too many values"],
])("4 MB of %s are rejected before they are parsed", (_, text, why) => {
  expect(() => read(text, 32)).toThrow(why);
});

test("Invalid JSON is left to the parser, and the check finishes", () => {
  for (const text of ["", '"', '"\\', "]]]]", '{"a', '\\"[']) expect(() => read(text)).not.toThrow();
  expect(() => read(`"${'\\"'.repeat(1_000_000)}`)).not.toThrow();
});
