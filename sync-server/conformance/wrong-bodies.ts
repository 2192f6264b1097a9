import type { Route } from "@shelv/contract/routes/route";
import * as v from "valibot";
import { picture } from "#testing/pictures";

const JSON_VALUES: unknown[] = [
  null,
  true,
  7,
  -1.5,
  1e308,
  "",
  "x",
  "x".repeat(5000),
  "\u0000",
  "\uD800",
  [],
  [null],
  {},
  { toString: 1 },
];
const FORM_VALUES = ["", "\u0000", "x".repeat(5000), "[", "{}", "javascript:alert(1)"];

export type WrongBody = { why: string; field: string; body: object };

export function wrongBodies({ body: schema, encoding }: Route, right: object): WrongBody[] {
  const entries = entriesOf(schema, right);
  const values: unknown[] = encoding === "multipart" || encoding === "form" ? FORM_VALUES : JSON_VALUES;
  return Object.entries(entries).flatMap(([field, entry]) => [
    ...(encoding === "multipart" || v.is(entry, undefined)
      ? []
      : [{ why: `no ${field}`, field, body: without(right, field) }]),
    ...values
      .filter((value) => !v.is(entry, value))
      .map((value) => ({
        why: `${field} is ${JSON.stringify(value).slice(0, 20)}`,
        field,
        body: { ...right, [field]: value },
      })),
  ]);
}

type AnySchema = { entries?: Record<string, v.GenericSchema>; options?: v.GenericSchema[] };

function entriesOf(schema: v.GenericSchema | undefined, right: unknown): Record<string, v.GenericSchema> {
  const { entries, options = [] } = (schema ?? {}) as AnySchema;
  return (
    entries ??
    (options.length > 0
      ? entriesOf(
          options.find((option) => v.is(option, right)),
          right,
        )
      : {})
  );
}

export function hasFields(schema: v.GenericSchema | undefined): boolean {
  const { entries = {}, options = [] } = (schema ?? {}) as AnySchema;
  return Object.keys(entries).length > 0 || options.some(hasFields);
}

const without = (body: object, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

const text = (said: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(said);

export const NOT_JSON: Record<string, Uint8Array> = {
  "nothing at all": text(""),
  "cut off": text('{"a":'),
  "a list": text("[]"),
  null: text("null"),
  "a text": text('"x"'),
  "not UTF-8": Uint8Array.of(...text('{"a":"'), 0xff, ...text('"}')),
  "deeper than anybody needs": text("[".repeat(20_000)),
};

export const NOT_A_FORM: Record<string, Uint8Array> = {
  "nothing at all": text(""),
  "without a boundary": text("title=x"),
  "cut off": text('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nx'),
};

export async function noPictures(): Promise<
  Record<string, { bytes: Uint8Array<ArrayBuffer>; refusal: string }>
> {
  const whole = await picture("png", { width: 64, height: 64 });
  return {
    "a page": { bytes: text("<!doctype html><script>alert(1)</script>"), refusal: "415 wrong-media-type" },
    "a drawing with a script": {
      bytes: text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      refusal: "415 wrong-media-type",
    },
    "one byte": { bytes: text("x"), refusal: "415 wrong-media-type" },
    "half a picture": { bytes: whole.slice(0, whole.length / 2), refusal: "400 picture-missing" },
  };
}
