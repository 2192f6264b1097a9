/**
 * Valid values for fast-check. Strings follow declared rules (a pattern, an address, a length); opaque ones
 * (a check, a transform) are satisfied by retrying.
 */
import * as fc from "fast-check";
import * as v from "valibot";
import { hostileText } from "./hostile.ts";

export type Instead = (schema: v.GenericSchema, at: string) => fc.Arbitrary<unknown> | undefined;

export function arbitraryOf(
  schema: v.GenericSchema,
  instead: Instead = () => undefined,
): fc.Arbitrary<unknown> {
  return draw(schema, { instead, at: "" });
}

type AnySchema = v.GenericSchema & {
  wrapped?: AnySchema;
  entries?: Record<string, AnySchema>;
  item?: AnySchema;
  key?: AnySchema;
  value?: AnySchema;
  literal?: unknown;
  options?: unknown[];
  pipe?: Step[];
};
type Step = AnySchema & { requirement?: unknown };
type Context = { instead: Instead; at: string };

const inside = ({ instead, at }: Context, name: string): Context => ({
  instead,
  at: at === "" ? name : `${at}.${name}`,
});

function draw(schema: AnySchema, context: Context): fc.Arbitrary<unknown> {
  const chosen = context.instead(schema, context.at);
  if (chosen) return chosen;
  if (schema.pipe) return drawPipe(schema, schema.pipe, context);
  return drawPlain(schema, context);
}

function drawPlain(schema: AnySchema, context: Context): fc.Arbitrary<unknown> {
  const { type, wrapped, entries = {}, literal, options = [] } = schema;
  switch (type) {
    case "string":
      return fc.oneof(fc.string({ unit: "grapheme", maxLength: 30 }), hostileText);
    case "number":
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "undefined":
      return fc.constant(undefined);
    case "unknown":
    case "any":
      return fc.jsonValue({ maxDepth: 2 });
    case "literal":
      return fc.constant(literal);
    case "picklist":
    case "enum":
      return fc.constantFrom(...options);
    case "optional":
    case "exact_optional":
      return wrapped ? fc.option(draw(wrapped, context), { nil: undefined }) : unknownType(type);
    case "nullable":
      return wrapped ? fc.option(draw(wrapped, context)) : unknownType(type);
    case "nullish":
      return wrapped ? fc.oneof(fc.constantFrom(null, undefined), draw(wrapped, context)) : unknownType(type);
    case "array":
      return drawList(schema, context, []);
    case "record":
      return drawRecord(schema, context);
    case "union":
    case "variant":
      return fc.oneof(...(options as AnySchema[]).map((option) => draw(option, context)));
    case "object":
    case "strict_object":
    case "loose_object":
    case "object_with_rest":
      return fc
        .record(
          Object.fromEntries(
            Object.entries(entries).map(([name, entry]) => [name, draw(entry, inside(context, name))]),
          ),
        )
        .map(withoutUndefined);
    default:
      return unknownType(type);
  }
}

function drawList({ item }: AnySchema, context: Context, steps: Step[]): fc.Arbitrary<unknown> {
  if (!item) return unknownType("array");
  const { minLength, maxLength } = lengthsIn(steps, 4);
  return fc.array(draw(item, inside(context, "0")), {
    minLength,
    maxLength: Math.min(maxLength, minLength + 4),
  });
}

function drawRecord({ key, value }: AnySchema, context: Context): fc.Arbitrary<unknown> {
  if (!key || !value) return unknownType("record");
  return fc.dictionary(draw(key, context) as fc.Arbitrary<string>, draw(value, inside(context, "*")), {
    maxKeys: 4,
  });
}

const flattened = (pipe: Step[]): Step[] => {
  const [root, ...steps] = pipe;
  return root?.pipe ? [...flattened(root.pipe), ...steps] : pipe;
};

function drawPipe(schema: AnySchema, pipe: Step[], context: Context): fc.Arbitrary<unknown> {
  const [root, ...steps] = flattened(pipe);
  const later = steps.find(({ kind }) => kind === "schema");
  // A JSON string of the inner schema's value.
  if (steps.some(({ type }) => type === "parse_json") && later)
    return draw(later, context).map((value) => new Written(value));
  if (!root) return unknownType("pipe");
  if (root.type === "string") return drawText(steps).filter(within(schema));
  if (root.type === "number") return drawNumber(steps).filter(within(schema));
  const drawn = root.type === "array" ? drawList(root, context, steps) : draw(root, context);
  const fits = within(schema);
  return drawn.filter((value) => hasGaps(value) || fits(value));
}

export class Written {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

const hasGaps = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (![Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value) as object | null) ||
    Object.values(value).some(hasGaps));

function drawText(steps: Step[]): fc.Arbitrary<unknown> {
  const pattern = steps.find(({ requirement }) => requirement instanceof RegExp)?.requirement;
  if (steps.some(({ type }) => type === "email")) return fc.emailAddress();
  if (steps.some(({ type }) => type === "url"))
    return fc.webUrl({ withQueryParameters: true, withFragments: true });
  if (pattern instanceof RegExp)
    return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace("i", "")));
  const { minLength, maxLength } = lengthsIn(steps, 60);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    },
    { weight: 1, arbitrary: fc.constantFrom("x".repeat(maxLength), "é".repeat(minLength)) },
    { weight: 3, arbitrary: hostileText },
  );
}

function lengthsIn(steps: Step[], atMost: number): { minLength: number; maxLength: number } {
  const of = (...types: string[]) => steps.find(({ type }) => types.includes(type))?.requirement;
  const isFilled = steps.some(({ type }) => type === "non_empty");
  return {
    minLength: Number(of("min_length", "length") ?? (isFilled ? 1 : 0)),
    maxLength: Number(of("max_length", "length") ?? atMost),
  };
}

function drawNumber(steps: Step[]): fc.Arbitrary<unknown> {
  const of = (...types: string[]) =>
    steps.find(({ type }) => types.includes(type))?.requirement as number | undefined;
  const min = of("min_value", "gt_value") ?? -1000;
  const max = of("max_value", "lt_value") ?? Math.max(min + 1000, 1000);
  const isWhole = steps.some(({ type }) => type === "integer" || type === "safe_integer");
  return isWhole
    ? fc.oneof(fc.integer({ min, max: Math.min(max, min + 10) }), fc.integer({ min, max }))
    : fc.double({ min, max, noNaN: true });
}

const MISSES_AT_MOST = 10_000;

function within(schema: v.GenericSchema): (value: unknown) => boolean {
  let misses = 0;
  return (value) => {
    const fits = v.is(schema, value);
    misses = fits ? 0 : misses + 1;
    if (misses > MISSES_AT_MOST)
      throw new Error("Nothing that is drawn fits a schema: give the test values of its own for it");
    return fits;
  };
}

const withoutUndefined = (drawn: object) =>
  Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));

function unknownType(type: string): never {
  throw new Error(`Values for schemas of the type "${type}" are not drawn yet`);
}
