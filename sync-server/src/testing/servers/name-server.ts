import { onTestFinished } from "vitest";
import { startNameServer, type Zone } from "./start-name-server.ts";

export async function openNameServer(zone: Zone): Promise<{ zone: Zone; address: string }> {
  const { address, stop } = await startNameServer(zone);
  onTestFinished(stop);
  return { zone, address };
}
