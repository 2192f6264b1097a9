import type { Place } from "./device-message.ts";

/**
 * `durable`: a change is on the device's disk before it shows, and on the server's before it is acknowledged.
 * `memory`: devices store nothing, and the server writes from time to time.
 */
export type Durability = "durable" | "memory";

export type Engine = {
  name: string;
  durability: Durability;
  /** Calls `serveDevice`. */
  device: URL;
  /** In its own process, with an empty data folder. */
  startServer: () => Promise<{ place: Place; stop: () => Promise<void> }>;
};
