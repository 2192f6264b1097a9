import { DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import type { Kysely } from "kysely";
import { readShelves } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { dateOf } from "./day.ts";
import { countByValues, type Day, type Sums } from "./days/count-by.ts";
import { storedDays } from "./days/stored-days.ts";
import { readTitles } from "#analytics/tables/item-titles";
import { countsOfDay } from "./export-analytics.ts";

const COLUMNS = ["date", "by", "value", "views", "clicks", "visitors", "id"] as const;
/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The longest titles of so many rows have 2 MB. */
const ROWS_AT_ONCE = 250;

/** `hasDimensions`: whether the plan includes them. */
export async function* analyticsCsv(
  reader: Kysely<Schema>,
  { hasDimensions, ...range }: { userId: string; from: number; to: number; hasDimensions: boolean },
): AsyncGenerator<string> {
  const shelves = new Map((await readShelves(reader, range.userId)).map(({ id, name }) => [id, name]));
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const day of storedDays(reader, range)) {
    const counts = countsOfDay(day);
    for (let from = 0; from < counts.length; from += ROWS_AT_ONCE) {
      const some = counts.slice(from, from + ROWS_AT_ONCE);
      const itemIds = some.flatMap(({ of, id }) => (of === "item" ? (id ?? []) : []));
      const titles = await readTitles(reader, range.userId, itemIds);
      const nameOf = (id: string | null) => (id === null ? "" : (titles.get(id) ?? shelves.get(id) ?? ""));
      yield some
        .map(({ of, id, date, views, clicks, visitors }) =>
          csvLine([date, of, nameOf(id), views, clicks, visitors, id]),
        )
        .join("");
    }
    if (hasDimensions) yield dimensionRows(day).map(csvLine).join("");
  }
}

type Cell = string | number | null;

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

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Spreadsheets run a text with such a start as a formula (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== cell ? `"${text.replaceAll('"', '""')}"` : text;
}
