/** Work that one process at a time may do. */
export type Leases = {
  /**
   * Runs `work` unless a process has the lease of that name. Returns whether it ran. `lost` aborts when
   * another process may have the lease: then `work` stops at its next step.
   */
  hold(name: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
};

/** SQLite's data folder has one process. */
export function memoryLeases(): Leases {
  const held = new Set<string>();
  return {
    async hold(name, work) {
      if (held.has(name)) return false;
      held.add(name);
      try {
        await work(new AbortController().signal);
      } finally {
        held.delete(name);
      }
      return true;
    },
    close: async () => {},
  };
}
