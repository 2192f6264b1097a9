/** Converts between the synced shape (contract) and the columns. */
import {
  FIRST_SINGLES,
  OWNER_TABLES,
  type OwnerRow,
  type OwnerTable,
  type SingleRow,
} from "@shelv/contract/rows/owner-tables";
import type { ColumnOf } from "#database/schema";
import { storedJson } from "#database/stored-json";

export type StoredValue = string | number | null;
export type StoredRow = { id: string; version: number } & Record<string, StoredValue>;

export const columnOf = <Field extends string>(field: Field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Field>;

type Field = { field: string; column: string; form: "plain" | "flag" | "json" };
type ColumnTable = Exclude<OwnerTable, "singles">;

const FORMS: Record<string, Field["form"]> = { boolean: "flag", array: "json", unknown: "json" };

export const FIELDS: Record<ColumnTable, Field[]> = {
  shelves: fieldsOf("shelves"),
  categories: fieldsOf("categories"),
  items: fieldsOf("items"),
  socialLinks: fieldsOf("socialLinks"),
  notices: fieldsOf("notices"),
};

export const JSON_COLUMNS = new Set(
  Object.values(FIELDS).flatMap((fields) =>
    fields.flatMap(({ column, form }) => (form === "json" ? [column] : [])),
  ),
);

function fieldsOf(table: ColumnTable): Field[] {
  return Object.entries(OWNER_TABLES[table].entries)
    .filter(([field]) => field !== "id")
    .map(([field, schema]) => ({
      field,
      column: columnOf(field),
      form: FORMS[unwrapped(schema).type] ?? "plain",
    }));
}

type Schema = { type: string; wrapped?: Schema };

function unwrapped(schema: Schema): Schema {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}

export const columnsOf = (table: OwnerTable): string[] =>
  table === "singles" ? ["body"] : FIELDS[table].map(({ column }) => column);

/** Fields newer than a stored single have their default. */
export function fromStored(table: OwnerTable, stored: StoredRow): OwnerRow {
  if (table === "singles")
    return { ...FIRST_SINGLES[stored.id as SingleRow["id"]], ...(JSON.parse(String(stored.body)) as object) };
  return { id: stored.id, ...valuesOf(FIELDS[table], stored) } as OwnerRow;
}

export function valuesOf(fields: readonly Field[], stored: Readonly<Record<string, StoredValue>>) {
  const values: Record<string, unknown> = {};
  for (const { field, column, form } of fields) values[field] = readAs(form, stored[column]);
  return values;
}

export function toStored(table: OwnerTable, row: OwnerRow): Record<string, StoredValue> {
  if (table === "singles") {
    const { id: _, ...body } = row;
    return { body: storedJson(body) };
  }
  const fields = row as unknown as Record<string, unknown>;
  return Object.fromEntries(
    FIELDS[table].map(({ field, column, form }) => [column, writtenAs(form, fields[field])]),
  );
}

function readAs(form: Field["form"], value: unknown): unknown {
  if (form === "plain") return value;
  return form === "flag" ? value === 1 : JSON.parse(String(value));
}

function writtenAs(form: Field["form"], value: unknown): StoredValue {
  if (form === "plain") return value as StoredValue;
  return form === "flag" ? Number(value) : JSON.stringify(value);
}
