import type { LimitName } from "#http/rate-limits/limits";
import type { PokeBody } from "@shelv/contract/sync";

/** What one server process sends to the others once its own state has changed. */
export type BusMessage =
  /**
   * Rows of an owner changed; `madeBy` is the only device that changed them, if there is one. `body`: of
   * the pokes.
   */
  | { kind: "committed"; userId: string; madeBy: string | null; body: PokeBody | null }
  | { kind: "pageChanged"; userId: string }
  | { kind: "sessionEnded"; tokenHash: string }
  | { kind: "sessionsChanged"; userId: string }
  | { kind: "accountGone"; userId: string }
  | { kind: "domainsChanged"; userIds: readonly string[] }
  /** Points were taken from a limit that is counted in memory. */
  | { kind: "limitTaken"; limit: LimitName; whom: string; points: number }
  | { kind: "ownVisit"; mark: string; userId: string }
  /** The database lost its last commits, or was replaced by a backup: nothing cached can be trusted. */
  | { kind: "restored" };

export type Bus = {
  /** Sends a message, and returns at once. Call it after the commit: others read what it announces. */
  send(message: BusMessage): void;
  /** Whether messages of others arrive. False while some may be missed: nothing cached can be trusted. */
  readonly isListening: boolean;
  close(): Promise<void>;
};

export type BusListener = {
  receive: (message: BusMessage) => void;
  /** Messages may have been missed: drop every cache, and let every device pull. */
  missed: () => void;
  /** This build cannot read a message: report the bug, and do the same. */
  unreadable: (error: unknown) => void;
};

/** The bus of a single process, which sends nothing: the database has no other process. */
export const memoryBus: Bus = { send: () => {}, isListening: true, close: async () => {} };
