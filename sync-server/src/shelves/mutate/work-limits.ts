import { CAPACITY } from "@shelv/contract/limits/account-limits";

/** On rows read and written. A mutation that touches more is alone in its transaction and request. */
export type WorkLimits = {
  rowsPerRequest: number;
  rowsPerTransaction: number;
  /** As many as a shelf's items. A mutation with more rows is divided (take-part.ts). */
  rowsTogether: number;
  waitMs(userId: string): number;
};

export const WORK_LIMITS: Omit<WorkLimits, "waitMs"> = {
  rowsPerRequest: 5000,
  rowsPerTransaction: 500,
  rowsTogether: CAPACITY.itemsOfShelf,
};
