import { syncRoutes } from "@shelv/contract/routes/sync";
import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import { callAs } from "#api/call";

/** Each call may throw. */
export interface SyncServer {
  exchange(request: SyncRequest): Promise<SyncResponse>;
  putPicture(sha256: string, type: string, bytes: ArrayBuffer): Promise<void>;
}

export function httpSyncServer(userId: string): SyncServer {
  const call = callAs(userId);
  return {
    exchange: (request) => call(syncRoutes.exchange, { body: request }),
    putPicture: (sha256, type, bytes) =>
      call(syncRoutes.putBlob, { params: { sha256 }, body: bytes, headers: { "Content-Type": type } }),
  };
}
