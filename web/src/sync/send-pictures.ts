import { ApiFailure } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import type { SyncServer } from "./sync-server";

/**
 * Brings pictures to the server before the changes that name them, each once. A picture that the server will not have is
 * passed over: it then refuses the change, which lands in the tray, and the queue goes on.
 */
export async function sendPictures(store: LocalStore, server: SyncServer, pictures: readonly string[]): Promise<void> {
  for (const sha256 of pictures) {
    if (await server.hasPicture(sha256)) continue;
    const picture = await store.pictures.get(sha256);
    if (picture) await server.putPicture(sha256, picture.type, picture.bytes).catch(passOverRefused);
  }
}

const REFUSED_FOR_GOOD = new Set([400, 413, 415]);

function passOverRefused(error: unknown): void {
  if (!(error instanceof ApiFailure && REFUSED_FOR_GOOD.has(error.status))) throw error;
}
