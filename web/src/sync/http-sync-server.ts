import { syncRoutes } from "@shelv/contract/routes/sync";
import { callAs } from "#api/call";
import type { SyncServer } from "./sync-server";

/** The server behind this page's own origin, asked as one account: a swapped cookie is refused, never followed. */
export function httpSyncServer(userId: string): SyncServer {
  const call = callAs(userId);
  return {
    exchange: (request) => call(syncRoutes.exchange, { body: request }),
    putPicture: (sha256, type, bytes) =>
      call(syncRoutes.putBlob, { params: { sha256 }, body: bytes, headers: { "Content-Type": type } }),
  };
}
