/**
 * Switches that break the sync engine on purpose, so that the simulator can prove that it would notice. Nothing outside
 * tests ever turns one on.
 */
export type InjectedFault =
  | "no-dedupe"
  | "no-base-guard"
  | "no-revert-before-rebase"
  | "no-tombstones"
  | "no-epoch-check"
  | "no-epoch-rotation"
  | "lost-pending-on-reset";

export const injectedFaults = new Set<InjectedFault>();
