import { AsyncLocalStorage } from "node:async_hooks";
import type { KyselyPlugin } from "kysely";

/** How many rows a request has read and written so far. Bytes that were read for it count too, a kilobyte as a row. */
export type RowMeter = { rows: number; add(rows: number): void };

const current = new AsyncLocalStorage<RowMeter>();

/** Counts the rows of every statement that runs inside; within another meter, that one goes on. `onRows` is called as they come. */
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

export const meterBytes = (bytes: number): void => current.getStore()?.add(Math.ceil(bytes / 1024));

export const meterRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    current.getStore()?.add(result.rows.length + Number(result.numAffectedRows ?? 0));
    return result;
  },
};
