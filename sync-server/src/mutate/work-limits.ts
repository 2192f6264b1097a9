import { CAPACITY } from "@shelv/contract/capacity";

/** Counts of read and written rows. A mutation that touches more is the only one of its transaction and its request. */
export type WorkLimits = {
  rowsPerRequest: number;
  rowsPerTransaction: number;
  /** What one mutation may change in one transaction: as many items as a shelf may have. Above that it is divided (take-part.ts). */
  rowsTogether: number;
  /** How long the account must wait for its next work. */
  waitMs(userId: string): number;
};

export const WORK_LIMITS: Omit<WorkLimits, "waitMs"> = {
  rowsPerRequest: 5000,
  rowsPerTransaction: 500,
  rowsTogether: CAPACITY.itemsOfShelf,
};
