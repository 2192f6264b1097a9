import { ApiFailure } from "#api/call";
import { injectedFaults } from "@shelv/contract/injected-fault";
import type { LocalPicture, LocalStore } from "#local-store/local-store";
import { isSurelyThere } from "#outbox/pictures";
import type { SyncServer } from "./sync-server";

/**
 * Brings pictures to the server before the changes that name them, each once: after a try whose answer never came, the
 * server is asked first. A picture that it will not have is passed over: it then refuses the change, which lands in the
 * tray, and the queue goes on.
 */
export async function sendPictures(store: LocalStore, server: SyncServer, pictures: readonly string[]): Promise<void> {
  for (const sha256 of pictures) {
    const picture = await store.pictures.get(sha256);
    if (picture && !isSurelyThere(picture)) await sendOne(store, server, picture);
  }
}

async function sendOne(store: LocalStore, server: SyncServer, { sha256, type, bytes, onServer }: LocalPicture): Promise<void> {
  const isThere = onServer !== "no" && (await server.hasPicture(sha256));
  if (!isThere) {
    await store.pictures.update(sha256, { onServer: injectedFaults.has("lost-blob") ? "yes" : "unsure" });
    try {
      await server.putPicture(sha256, type, bytes);
    } catch (error) {
      if (isRefused(error)) return;
      throw error;
    }
  }
  await store.pictures.update(sha256, { onServer: "yes" });
}

const REFUSED_FOR_GOOD = new Set([400, 413, 415]);

const isRefused = (error: unknown) =>
  error instanceof ApiFailure && (REFUSED_FOR_GOOD.has(error.status) || error.code === "storage-full");
