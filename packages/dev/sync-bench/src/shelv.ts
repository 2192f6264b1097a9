import { startBenchServer } from "sync-server/bench/start-bench-server";
import type { Engine } from "./engine.ts";

/** The engine of this repository. */
export const shelv: Engine = {
  name: "Shelv",
  durability: "durable",
  device: new URL("shelv-device.ts", import.meta.url),
  async startServer() {
    const { origin, signUp, stop } = await startBenchServer({ PLAN_LIMITS: "off" });
    const headers = await signUp("traveller");
    const { id } = (await (await fetch(`${origin}/api/auth/me`, { headers })).json()) as { id: string };
    return { place: { origin, headers, userId: id }, stop };
  },
};
