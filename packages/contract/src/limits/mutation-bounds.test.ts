import { describe, expect, test } from "vitest";
import { MUTATION_MAX_BYTES, MUTATION_MAX_DEPTH, mustBeBounded } from "./mutation-bounds.ts";

function codeOf(args: unknown): string {
  try {
    mustBeBounded(args);
    return "taken";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const utf8Length = (text: string) => encodeURIComponent(text).replaceAll(/%../g, "x").length;

const nested = (depth: number) => Array.from({ length: depth }).reduce((inner: unknown) => [inner], 0);

describe("the arguments of a mutation", () => {
  test.each([
    ["a text", "x".repeat(4_000_000)],
    ["a list", []],
    ["null", null],
    ["nothing", undefined],
    ["a number", 7],
  ])("are rejected when they are %s", (_, args) => {
    expect(codeOf(args)).toBe("invalid");
  });

  test("are nested at most 8 deep, counting themselves", () => {
    expect(codeOf({ a: nested(MUTATION_MAX_DEPTH - 1) })).toBe("taken");
    expect(codeOf({ a: nested(MUTATION_MAX_DEPTH) })).toBe("invalid");
    expect(codeOf({ a: nested(1_000_000) })).toBe("invalid");
  });

  test.each<object>([
    {},
    { a: "plain" },
    { a: "é字😀", é: '"\\\n\t\b\f\r\u0001\u001F' },
    { a: [], b: {}, c: [[], [{}]] },
    { a: [1, -0.5, 1e21, true, false, null, "x"] },
    {
      a: { b: { c: ["d", { e: "f" }] } },
      list: Array.from({ length: 100 }, (_, at) => ({ at, text: `no. ${at}` })),
    },
  ])("are at most as long as their JSON in UTF-8 may be, to the byte (%#)", (args) => {
    const bytes = (padding: string) => utf8Length(JSON.stringify({ ...args, padding }));
    const room = MUTATION_MAX_BYTES - bytes("");
    expect(codeOf({ ...args, padding: "x".repeat(room) })).toBe("taken");
    expect(codeOf({ ...args, padding: "x".repeat(room + 1) })).toBe("change-too-large");
  });

  test.each([
    ["a long list", { a: Array.from({ length: 2_000_000 }, () => 0) }],
    ["many keys", Object.fromEntries(Array.from({ length: 70_000 }, (_, at) => [at, 0]))],
    ["a long key", { ["x".repeat(4_000_000)]: 0 }],
    ["many lists", { a: Array.from({ length: 30_000 }, () => []) }],
  ])("are rejected as too large when they hold %s", (_, args) => {
    expect(codeOf(args)).toBe("change-too-large");
  });
});
