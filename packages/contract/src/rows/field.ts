/**
 * Each field of an owner's row is declared once; rows, mutations, REST, forms, the tray and search follow
 * from it.
 */
import * as v from "valibot";

export type Field = {
  /** As the owner sets it, and as stored and synced. */
  schema: v.GenericSchema;
  first: unknown;
  /** The input in forms and in the Rejected tray; "none": the app sets it. */
  input: "line" | "text" | "link" | "emoji" | "choice" | "flag" | "picture" | "none";
  /** The input's label. A field without one is internal. */
  label?: string;
  sees: "owner" | "everyone";
  /** In the row's form, beside it (a menu, a job of the device), or by the server. */
  setIn: "form" | "menu" | "server";
  /** Older rows, exports and arguments may lack the field: it is then `first`. True for each new field. */
  isLater?: true;
  /** Whether a new row must have a value. */
  isRequired?: true;
  /** Whether REST also answers with the field, or takes it. */
  rest?: "answers" | "takes";
  /** Never offered back when another device overwrites it unseen. */
  isNotOfferedBack?: true;
  isSearched?: true;
  /** Whether the server fills it from the item's page. */
  isFromPage?: true;
};

/** What most fields of a form have in common. */
const FORM = { sees: "everyone", setIn: "form" } as const;
export const LINE = { ...FORM, input: "line", first: "" } as const;
export const TEXT = { ...FORM, input: "text", first: "" } as const;
export const LINK = { ...FORM, input: "link", first: "" } as const;
export const CHOICE = { ...FORM, input: "choice" } as const;
export const FLAG = { ...FORM, input: "flag" } as const;
export const PICTURE = { ...FORM, input: "picture", first: null } as const;

export type Fields = Readonly<Record<string, Field>>;

// Bundles leave out unused tables.
/* @__NO_SIDE_EFFECTS__ */
export const fields = <const F extends Fields>(declared: F): F => declared;

type With<F, P extends keyof Field, V> = {
  -readonly [K in keyof F as F[K] extends Readonly<Record<P, V>> ? K : never]: F[K];
};

/* @__NO_SIDE_EFFECTS__ */
export const fieldsWith = <F extends Fields, P extends keyof Field, const V extends Field[P]>(
  declared: F,
  part: P,
  value: V,
): With<F, P, V> =>
  Object.fromEntries(Object.entries(declared).filter(([, field]) => field[part] === value)) as With<F, P, V>;

export const namesOf = <F extends object>(declared: F): (keyof F & string)[] =>
  Object.keys(declared) as (keyof F & string)[];

/* @__NO_SIDE_EFFECTS__ */
const mapped = (declared: Fields, value: (field: Field) => unknown): unknown =>
  Object.fromEntries(Object.entries(declared).map(([name, field]) => [name, value(field)]));

type Entry<F> = F extends { schema: infer S extends v.GenericSchema; first: infer D; isLater: true }
  ? v.OptionalSchema<S, D & v.InferInput<S>>
  : F extends { schema: infer S extends v.GenericSchema }
    ? S
    : never;

/* @__NO_SIDE_EFFECTS__ */
export const entriesOf = <F extends Fields>(declared: F) =>
  mapped(declared, ({ schema, first, isLater }) => (isLater ? v.optional(schema, first) : schema)) as {
    -readonly [K in keyof F]: Entry<F[K]>;
  };

/** Unknown values become `first`. */
/* @__NO_SIDE_EFFECTS__ */
export const fallbacksOf = <F extends Fields>(declared: F) =>
  mapped(declared, ({ schema, first }) => v.fallback(schema, first)) as {
    -readonly [K in keyof F]: v.SchemaWithFallback<F[K]["schema"], F[K]["first"]>;
  };

/* @__NO_SIDE_EFFECTS__ */
export const firstOf = <F extends Fields>(declared: F) =>
  mapped(declared, ({ first }) => first) as { -readonly [K in keyof F]: v.InferOutput<F[K]["schema"]> };

export const picked = <R extends object, K extends keyof R>(row: R, names: readonly K[]): Pick<R, K> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<R, K>;

const formFlag = v.pipe(
  v.picklist(["true", "false", ""]),
  v.transform((text) => text === "true"),
);

/** A form's fields cannot be null: their empty text means it. */
const emptyAsNull = (schema: v.GenericSchema) =>
  v.pipe(
    v.string(),
    v.transform((text): unknown => (text === "" ? null : text)),
    schema,
  );

const sentForm = ({ schema, input }: Field): v.GenericSchema => {
  if (input === "flag") return formFlag;
  return schema.type === "nullable" ? emptyAsNull(schema) : schema;
};

/** For a multipart body, each optional. */
/* @__NO_SIDE_EFFECTS__ */
export const sentOf = <F extends Fields>(declared: F) =>
  mapped(declared, (field) => v.optional(sentForm(field))) as {
    -readonly [K in keyof F]: v.OptionalSchema<
      F[K]["input"] extends "flag" ? typeof formFlag : F[K]["schema"],
      undefined
    >;
  };

/** For a REST answer: texts of any length, since stored ones may predate today's rules. */
/* @__NO_SIDE_EFFECTS__ */
export const answersOf = <F extends Fields>(declared: F) =>
  mapped(declared, ({ schema }) => (schema.type === "string" ? v.string() : schema)) as {
    -readonly [K in keyof F]: v.GenericSchema<v.InferOutput<F[K]["schema"]>>;
  };
