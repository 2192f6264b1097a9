import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";

/** The server as syncing needs it. Each call may throw; `NoNetwork` means that the server did not answer. */
export interface SyncServer {
  exchange(request: SyncRequest): Promise<SyncResponse>;
  hasPicture(sha256: string): Promise<boolean>;
  putPicture(sha256: string, type: string, bytes: ArrayBuffer): Promise<void>;
}
