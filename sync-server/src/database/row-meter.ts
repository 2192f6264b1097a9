import { AsyncLocalStorage } from "node:async_hooks";
import type { KyselyPlugin, QueryResult } from "kysely";

/** Rows that a request has touched, and one more for each kilobyte read. */
export type RowMeter = { rows: number; add(rows: number): void };

const current = new AsyncLocalStorage<RowMeter>();

/** A nested meter continues the outer one. `onRows`: for each batch. */
export function metered<T>(
  act: (meter: RowMeter) => Promise<T>,
  onRows: (rows: number) => void = () => {},
): Promise<T> {
  const outer = current.getStore();
  if (outer) return act(outer);
  const meter: RowMeter = {
    rows: 0,
    add(rows) {
      meter.rows += rows;
      onRows(rows);
    },
  };
  return current.run(meter, () => act(meter));
}

/** Looking for a missing row costs as much as finding one. */
export const meterMissing = (rows: number): void => current.getStore()?.add(rows);

export const meterBytes = (bytes: number): void => current.getStore()?.add(Math.ceil(bytes / 1024));

export function meterResult<R extends Pick<QueryResult<unknown>, "rows" | "numAffectedRows">>(result: R): R {
  current.getStore()?.add(result.rows.length + Number(result.numAffectedRows ?? 0));
  return result;
}

export const meterRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => meterResult(result),
};
