import { CAPACITY } from "@shelv/contract/capacity";

/** Rows that are read or written; one mutation may touch more, and is then the only one of its transaction and its request. */
export type WorkLimits = {
  rowsPerRequest: number;
  rowsPerTransaction: number;
  /** What one mutation may change at once: as much as a shelf may hold. Of more, a transaction's worth goes first (take-part.ts). */
  rowsTogether: number;
  /** How long the account has to wait until more is done for it. */
  waitMs(userId: string): number;
};

export const WORK_LIMITS: Omit<WorkLimits, "waitMs"> = {
  rowsPerRequest: 5000,
  rowsPerTransaction: 500,
  rowsTogether: CAPACITY.itemsOfShelf,
};
