import { syncRoutes } from "@shelv/contract/routes/sync";
import { ApiFailure, callAs } from "#api/call";
import type { SyncServer } from "./sync-server";

/** The server behind this page's own origin, asked as one account: a swapped cookie is refused, never followed. */
export function httpSyncServer(userId: string): SyncServer {
  const call = callAs(userId);
  return {
    exchange: (request) => call(syncRoutes.exchange, { body: request }),
    putPicture: (sha256, type, bytes) =>
      call(syncRoutes.putBlob, { params: { sha256 }, body: bytes, headers: { "Content-Type": type } }),
    async hasPicture(sha256) {
      try {
        await call(syncRoutes.hasBlob, { params: { sha256 } });
        return true;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return false;
        throw error;
      }
    },
  };
}
