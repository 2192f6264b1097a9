import type { LimitName } from "#http/rate-limits/limits";
import type { PokeBody } from "@shelv/contract/sync";

/** What one server process sends to the others once its own state has changed. */
export type BusMessage =
  /** Rows of an owner changed; `madeBy`: the only device that changed them, or null. `body`: of the pokes. */
  | { kind: "committed"; userId: string; madeBy: string | null; body: PokeBody | null }
  | { kind: "pageChanged"; userId: string }
  | { kind: "sessionEnded"; tokenHash: string }
  | { kind: "sessionsChanged"; userId: string }
  | { kind: "accountGone"; userId: string }
  | { kind: "domainsChanged"; userIds: readonly string[] }
  /** Points were taken from a limit counted in memory. */
  | { kind: "limitTaken"; limit: LimitName; whom: string; points: number }
  | { kind: "ownVisit"; mark: string; userId: string }
  /** The database lost its last commits, or was replaced by a backup: drop every cache. */
  | { kind: "restored" };

export type Bus = {
  /** Returns at once. Call it after the commit: others read what it announces. */
  send(message: BusMessage): void;
  /** False while messages of others may be missed: nothing cached can be trusted. */
  readonly isListening: boolean;
  close(): Promise<void>;
};

export type BusListener = {
  receive: (message: BusMessage) => void;
  /** Messages may have been missed: drop every cache, and let every device pull. */
  missed: () => void;
  /** This build cannot read a message: report the bug, and do as for `missed`. */
  unreadable: (error: unknown) => void;
};

/** For a single process. */
export const memoryBus: Bus = { send: () => {}, isListening: true, close: async () => {} };
