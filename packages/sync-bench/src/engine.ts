import type { Place } from "./device-message.ts";

/**
 * What an engine promises, as it is set up here. `durable`: what was changed is on the device's disk before it shows, and on the
 * server's before it is acknowledged. `memory`: devices keep nothing, and the server writes now and then.
 */
export type Durability = "durable" | "memory";

export type Engine = {
  name: string;
  durability: Durability;
  /** A file that serves a device (`serveDevice`). */
  device: URL;
  /** A server in a process of its own, on an empty data folder. */
  startServer: () => Promise<{ place: Place; stop: () => Promise<void> }>;
};
