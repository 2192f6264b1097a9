import { createHash } from "node:crypto";
import { OWNER_TABLES } from "@shelv/contract/rows/owner-tables";
import { SYNC_SCHEMA, syncRequest, syncResponse } from "@shelv/contract/sync";
import * as v from "valibot";
import { expect, test } from "vitest";
import { VIEW_SCHEMA } from "#local-store/schema";

/**
 * Raise SYNC_SCHEMA (not for an optional field of the answer), keep the server able to answer the older one,
 * then write the new version and hash here.
 */
const WIRE = { version: 1, hash: "53f23ca814d1ad5d" };
/** Raise VIEW_SCHEMA, so that devices pull their rows again, then write its version and hash here. */
const VIEW = { version: 1, hash: "9dfe82591d280380" };

test("the wire format has the shape of its version", () => {
  expect({ version: SYNC_SCHEMA, hash: hashOf([syncRequest, syncResponse]) }).toEqual(WIRE);
});

test("the stored rows have the shape of their version", () => {
  expect({ version: VIEW_SCHEMA, hash: hashOf(OWNER_TABLES) }).toEqual(VIEW);
});

test.each([
  [v.string(), v.number()],
  [v.string(), v.optional(v.string())],
  [v.string(), v.nullable(v.string())],
  [v.optional(v.boolean(), true), v.optional(v.boolean(), false)],
  [v.object({ a: v.string() }), v.object({ a: v.string(), b: v.string() })],
  [v.object({ a: v.string() }), v.looseObject({ a: v.string() })],
  [v.object({ a: v.string() }), v.object({ b: v.string() })],
  [v.pipe(v.string(), v.maxLength(5)), v.pipe(v.string(), v.maxLength(6))],
  [v.pipe(v.string(), v.regex(/^a$/)), v.pipe(v.string(), v.regex(/^b$/))],
  [
    v.pipe(v.pipe(v.string(), v.maxLength(5)), v.trim()),
    v.pipe(v.pipe(v.string(), v.maxLength(6)), v.trim()),
  ],
  [v.array(v.pipe(v.string(), v.maxLength(5))), v.array(v.pipe(v.string(), v.maxLength(6)))],
  [v.union([v.pipe(v.string(), v.maxLength(5))]), v.union([v.pipe(v.string(), v.maxLength(6))])],
  [v.picklist(["a"]), v.picklist(["a", "b"])],
  [v.literal("a"), v.literal("b")],
  [v.array(v.string()), v.array(v.number())],
])("two shapes that differ are described differently (%#)", (one, other) => {
  expect(hashOf(one)).not.toBe(hashOf(other));
});

test("messages and the order of fields are not part of a shape", () => {
  expect(hashOf(v.pipe(v.string("Missing"), v.maxLength(5, "Too long")))).toBe(
    hashOf(v.pipe(v.string(), v.maxLength(5))),
  );
  expect(hashOf(v.object({ a: v.string(), b: v.number() }))).toBe(
    hashOf(v.object({ b: v.number(), a: v.string() })),
  );
});

const hashOf = (schema: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(described(schema)))
    .digest("hex")
    .slice(0, 16);

/** Valibot schemas are plain data: these keys decide what one accepts. */
const DECISIVE_KEYS = [
  "kind",
  "type",
  "entries",
  "options",
  "item",
  "wrapped",
  "key",
  "default",
  "literal",
  "requirement",
  "pipe",
];

function described(value: unknown): unknown {
  if (value instanceof RegExp) return String(value);
  if (typeof value === "function") return "rule";
  if (Array.isArray(value)) return value.map(described);
  if (typeof value !== "object" || value === null) return value;
  const isSchema = "kind" in value && "type" in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => part !== undefined && (!isSchema || DECISIVE_KEYS.includes(key)))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, described(part)]),
  );
}
