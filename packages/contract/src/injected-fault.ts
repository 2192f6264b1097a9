/**
 * Switches that break the sync engine on purpose, so that the simulator can prove that it would notice. Nothing outside
 * tests ever turns one on.
 */
export const INJECTED_FAULTS = {
  "no-dedupe": "The server applies again what it has applied",
  "op-ids-ignored": "Neither side looks at the names of changes, only at their numbers",
  "no-tombstones": "Deletions are not told",
  "gc-without-floor": "Old tombstones go, and devices that have not seen them are not started over",
  "no-epoch-check": "A batch from another life of the database is applied",
  "no-epoch-rotation": "A backup is put back, and its life goes on under the old name",
  "ack-ignores-epoch": "A refusal is not told because another life's was acknowledged",
  "notice-without-value": "A value that is overwritten unseen is noted, but not what it was",
  "deleted-unseen-not-noted": "A deletion that had not seen an edit writes no notice",
  "restore-forgets-children": "A shelf comes back without what stood on it",
  "no-base-guard": "A device applies every answer, wherever it was asked",
  "weak-cursor-guard": "A device applies an answer that it asked for before it applied another",
  "news-from-anywhere": "A device applies what it is told of another's change, wherever it stands",
  "no-revert-before-rebase": "A device lays the server's rows over its unconfirmed ones",
  "lost-pending-on-reset": "A device that starts over forgets what it has not sent",
  "lost-blob": "A device counts a picture as sent before it is",
  "parts-forget-their-deletion": "What goes in parts is a deletion of its own with each part",
  "stopped-taken-for-done": "A device takes what it sent for done, though the server stopped before its end",
  "refusals-not-recorded": "A device forgets a refused change instead of keeping it in the tray",
} as const;
export type InjectedFault = keyof typeof INJECTED_FAULTS;

export const injectedFaults = new Set<InjectedFault>();
