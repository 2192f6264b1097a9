import { syncRoutes, USER_HEADER } from "@shelv/contract/routes/sync";
import { ApiFailure, call } from "#api/call";
import type { SyncServer } from "./sync-server";

/** The server behind this page's own origin, asked as one account: a swapped cookie is refused, never followed. */
export function httpSyncServer(userId: string): SyncServer {
  const headers = { [USER_HEADER]: userId };
  return {
    exchange: (request) => call(syncRoutes.exchange, { body: request, headers }),
    putPicture: (sha256, type, bytes) =>
      call(syncRoutes.putBlob, { params: { sha256 }, body: bytes, headers: { ...headers, "Content-Type": type } }),
    async hasPicture(sha256) {
      try {
        await call(syncRoutes.hasBlob, { params: { sha256 }, headers });
        return true;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return false;
        throw error;
      }
    },
  };
}
