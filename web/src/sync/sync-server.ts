import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";

/** The server as syncing needs it. Each call may throw; `NoNetwork` means that the server did not answer. */
export interface SyncServer {
  exchange(request: SyncRequest): Promise<SyncResponse>;
  putPicture(sha256: string, type: string, bytes: ArrayBuffer): Promise<void>;
}
