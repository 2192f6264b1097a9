import { DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { dateOf } from "./day.ts";
import { countByValues, type Day, type Sums } from "./days/count-by.ts";
import { storedDays } from "./days/stored-days.ts";
import { countsOfDay } from "./export-analytics.ts";

const COLUMNS = ["date", "by", "value", "views", "clicks", "visitors", "id"] as const;
/** Spreadsheets read UTF-8 without this mark as another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** `hasDimensions`: whether the plan includes them. */
export async function* analyticsCsv(
  reader: Kysely<Schema>,
  { hasDimensions, ...range }: { userId: string; from: number; to: number; hasDimensions: boolean },
): AsyncGenerator<string> {
  const names = await readNames(reader, range.userId);
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const day of storedDays(reader, range)) {
    const rows = [...rowsOfDay(day, names), ...(hasDimensions ? dimensionRows(day) : [])];
    yield rows.map(csvLine).join("");
  }
}

type Cell = string | number | null;

const rowsOfDay = (day: Day, names: ReadonlyMap<string, string>): Cell[][] =>
  countsOfDay(day).map(({ of, id, date, views, clicks, visitors }) => [
    date,
    of,
    id === null ? "" : (names.get(id) ?? ""),
    views,
    clicks,
    visitors,
    id,
  ]);

function dimensionRows(day: Day): Cell[][] {
  const asked = DIMENSIONS.map((by) => [by, new Map() as Sums] as const);
  countByValues(day, asked);
  return asked.flatMap(([by, sums]) =>
    [...sums].map(([value, { views, clicks, visitors }]) => [
      dateOf(day.day),
      by,
      value,
      views,
      clicks,
      visitors,
      null,
    ]),
  );
}

async function readNames(reader: Kysely<Schema>, userId: string): Promise<Map<string, string>> {
  const shelves = await reader
    .selectFrom("shelf")
    .select(["id", "name"])
    .where("user_id", "=", userId)
    .execute();
  const items = await reader
    .selectFrom("item")
    .select(["id", "title as name"])
    .where("user_id", "=", userId)
    .execute();
  return new Map([...shelves, ...items].map(({ id, name }) => [id, name]));
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** A spreadsheet runs a text with such a start as a formula (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== cell ? `"${text.replaceAll('"', '""')}"` : text;
}
