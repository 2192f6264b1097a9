import type { SyncResponse } from "@shelv/contract/sync";
import { Device } from "./device.ts";
import { openTestServer } from "./open-test-server.ts";

export async function ownerWithDevice(options: Parameters<typeof openTestServer>[0] = {}) {
  const server = await openTestServer(options);
  const ada = await server.signedIn("ada@example.org", "ada");
  return { server, ada, device: await Device.of(ada) };
}

export const shelves = ({ rows }: SyncResponse) =>
  rows.filter(({ table }) => table === "shelves").map(({ row }) => row.name);
