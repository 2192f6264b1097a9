import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { MUTATORS } from "@shelv/mutators/mutations";
import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { arbitraryOf, Written } from "./arbitrary-of.ts";

const SCHEMAS: Record<string, v.GenericSchema> = Object.fromEntries([
  ...ALL_ROUTES.filter(({ body }) => body).map(({ method, path, body }) => [
    `the body of ${method} ${path}`,
    body,
  ]),
  ...ALL_ROUTES.filter(({ params }) => params).map(({ method, path, params }) => [
    `the parameters of ${method} ${path}`,
    params,
  ]),
  ...Object.entries(MUTATORS).map(([name, { args }]) => [`the arguments of ${name}`, args]),
]);

describe("Generated values are valid:", () => {
  test.each(Object.entries(SCHEMAS))("%s", (_, schema) => {
    const { counterexample } = fc.check(
      fc.property(arbitraryOf(schema), (value) => v.is(schema, filled(value))),
      { numRuns: 50 },
    );
    expect(counterexample).toBeNull();
  });
});

test("Every variant of a choice is generated, and optional fields are sometimes left out", () => {
  const schema = v.object({
    kind: v.picklist(["a", "b"]),
    either: v.union([v.number(), v.boolean()]),
    maybe: v.optional(v.null()),
  });
  const kinds = new Set(
    fc.sample(arbitraryOf(schema), { numRuns: 200, seed: 1 }).map((value) => {
      const { kind, either, maybe } = value as v.InferOutput<typeof schema>;
      return `${kind} ${typeof either} ${maybe}`;
    }),
  );
  expect(kinds.size).toBe(8);
});

test("The test's own values are used where it asks for them", () => {
  const id = v.pipe(v.string(), v.regex(/^x+$/));
  const schema = v.object({ list: v.array(v.object({ id })), id });
  const places: string[] = [];
  const drawn = arbitraryOf(schema, (asked, at) => {
    if (asked !== id) return undefined;
    places.push(at);
    return fc.constant("mine");
  });
  expect(places).toEqual(["list.0.id", "id"]);
  expect(fc.sample(drawn, 20)).toContainEqual({ list: [{ id: "mine" }], id: "mine" });
});

test("A schema that nothing matches is reported, instead of generating forever", () => {
  const never = v.pipe(
    v.string(),
    v.check(() => false),
  );
  expect(() => fc.sample(arbitraryOf(never), 1)).toThrow("Nothing that is drawn fits");
});

test("An unknown type of schema is named", () => {
  expect(() => arbitraryOf(v.date())).toThrow('"date"');
});

function filled(value: unknown): unknown {
  if (value instanceof Written) return JSON.stringify(filled(value.value));
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, filled(entry)]));
}
