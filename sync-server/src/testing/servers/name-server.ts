import { onTestFinished } from "vitest";
import { startNameServer, type Zone } from "./start-name-server.ts";

/** Opens a name server until the test ends. The test may change its zone. */
export async function openNameServer(zone: Zone): Promise<{ zone: Zone; address: string }> {
  const { address, stop } = await startNameServer(zone);
  onTestFinished(stop);
  return { zone, address };
}
