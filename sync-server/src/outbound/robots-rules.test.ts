import * as fc from "fast-check";
import robotsParser from "robots-parser";
import { expect, test } from "vitest";
import { mayFetch, robotsRules } from "./robots-rules.ts";

const allowed = (text: string, paths: readonly string[]) =>
  paths.filter((path) => mayFetch(robotsRules(text, "Shelv"), path));

test.each<[what: string, text: string, paths: string[], allowed: string[]]>([
  [
    "the longest pattern decides",
    "User-agent: *\nDisallow: /a\nAllow: /a/b",
    ["/a", "/a/c", "/a/b"],
    ["/a/b"],
  ],
  ["of two equal ones, that which allows", "User-agent: *\nDisallow: /a\nAllow: /a", ["/a"], ["/a"]],
  [
    "* is any text, $ the end",
    "User-agent: *\nDisallow: /*.pdf$",
    ["/x.pdf", "/x.pdf?a", "/x"],
    ["/x.pdf?a", "/x"],
  ],
  ["a text may not be counted twice", "User-agent: *\nDisallow: /*ab*ba$", ["/aba", "/abba"], ["/aba"]],
  [
    "own groups replace those of all",
    "User-agent: *\nDisallow: /\nUser-agent: shelv/1.0\nDisallow: /b",
    ["/a", "/b"],
    ["/a"],
  ],
  [
    "own groups are merged",
    "User-agent: Shelv\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: SHELV\nDisallow: /b",
    ["/a", "/b", "/c"],
    ["/c"],
  ],
  [
    "a group may have several names",
    "User-agent: x\nUser-agent: Shelv\nSitemap: /s\nDisallow: /a",
    ["/a", "/b"],
    ["/b"],
  ],
  [
    "an empty rule forbids nothing",
    "User-agent: Shelv\nDisallow:\n\nUser-agent: *\nDisallow: /",
    ["/a"],
    ["/a"],
  ],
  [
    "marks, comments and old line ends are no part of it",
    "\uFEFFuser-agent : * # all\r\rdisallow:/a # b",
    ["/a", "/ b"],
    ["/ b"],
  ],
  [
    "encoded and plain characters are equal",
    "User-agent: *\nDisallow: /é\nDisallow: /%7euser\nDisallow: /a%2ab",
    ["/%C3%A9", "/~user", "/a*b", "/e"],
    ["/e"],
  ],
  ["rules before any group count for none", "Disallow: /\nUser-agent: x\nDisallow: /", ["/a"], ["/a"]],
  ["something else forbids nothing", "<!doctype html><p>User-agent: no", ["/a"], ["/a"]],
])("In robots.txt, %s", (_, text, paths, expected) => {
  expect(allowed(text, paths)).toEqual(expected);
});

const path = fc
  .array(fc.constantFrom("a", "b", "c", "/", "*"), { maxLength: 8 })
  .map((all) => `/${all.join("")}`);
const group = fc.record({
  agents: fc.uniqueArray(fc.constantFrom("Shelv", "*", "Other"), { minLength: 1 }),
  rules: fc.array(fc.record({ key: fc.constantFrom("Allow", "Disallow"), path, isWhole: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
});

test("Another reader of robots.txt agrees on ordinary files", () => {
  fc.assert(
    fc.property(fc.array(group, { maxLength: 4 }), fc.array(path, { minLength: 1 }), (groups, paths) => {
      const text = groups
        .flatMap(({ agents, rules }) => [
          ...agents.map((agent) => `User-agent: ${agent}`),
          ...rules.map(({ key, path, isWhole }) => `${key}: ${path}${isWhole ? "$" : ""}`),
          "",
        ])
        .join("\n");
      const asked = paths.map((one) => one.replaceAll("*", "x"));
      const other = robotsParser("https://a.example/robots.txt", text);
      expect(allowed(text, asked)).toEqual(
        asked.filter((one) => other.isAllowed(`https://a.example${one}`, "Shelv") !== false),
      );
    }),
    { numRuns: 500 },
  );
});

/** Pieces of work that grow with the product of two numbers in the file end the test by its timeout. */
test.each([
  ["12,000 agents and rules", `${"user-agent: *\n".repeat(12_000)}${"allow: /a\n".repeat(12_000)}`],
  ["agents and rules in turns", "user-agent: *\nallow: /b\n".repeat(12_000)],
  ["one pattern of stars", `user-agent: *\ndisallow: /${"*a".repeat(125_000)}`],
  ["patterns of stars", `user-agent: *\n${`disallow: /${"*a".repeat(1000)}b\n`.repeat(120)}`],
  ["a line without end", `user-agent: *\ndisallow: ${" ".repeat(250_000)}/x`],
])("A file of %s costs little, and its rules have bounds", (_, text) => {
  const rules = robotsRules(text, "Shelv");
  expect(rules.length).toBeLessThanOrEqual(32 * 1024);
  for (let check = 0; check < 200; check += 1) mayFetch(rules, `/${"a".repeat(2000)}`);
});
