import type { Place } from "./device-message.ts";

/**
 * Durability of an engine in this setup. `durable`: a change is on the device's disk before it shows, and on
 * the server's before it is acknowledged. `memory`: devices store nothing, and the server writes from time to
 * time.
 */
export type Durability = "durable" | "memory";

export type Engine = {
  name: string;
  durability: Durability;
  /** A file that serves a device (`serveDevice`). */
  device: URL;
  /** Starts a server in a process of its own, with an empty data folder. */
  startServer: () => Promise<{ place: Place; stop: () => Promise<void> }>;
};
