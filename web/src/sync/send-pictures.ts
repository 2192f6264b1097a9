import { ApiFailure } from "#api/call";
import { injectedFaults } from "@shelv/contract/injected-fault";
import type { LocalPicture, LocalStore } from "#local-store/local-store";
import { isSurelyThere } from "#outbox/pictures";
import { dueNow, giveUpOwed, payOwed } from "./owed-pictures";
import type { SyncServer } from "./sync-server";

/**
 * Brings pictures to the server before the changes that name them, each once: after a try whose answer never came, the
 * server is asked first. A picture that it will not have is passed over: it then refuses the change, which lands in the
 * tray, and the queue goes on. Answers the one that the server stumbled over, where it did: those after it were not sent.
 */
export async function sendPictures(
  store: LocalStore,
  server: SyncServer,
  pictures: readonly string[],
): Promise<string | null> {
  for (const sha256 of pictures) {
    const picture = await store.pictures.get(sha256);
    if (!picture || isSurelyThere(picture)) continue;
    if ((await sendOne(store, server, picture)) === "stumbled") return sha256;
  }
  return null;
}

/**
 * Brings what this device did not send while nothing showed it, where something does again. Answers how many the server stumbled
 * over: they are for later, and nothing waits for them.
 */
export async function sendOwedPictures(store: LocalStore, server: SyncServer): Promise<number> {
  let stumbles = 0;
  for (const owed of await dueNow(store)) {
    const picture = await store.pictures.get(owed.sha256);
    // Two items may wait for the same one.
    const refused = picture && picture.onServer !== "yes" ? await sendOne(store, server, picture) : null;
    if (refused === "stumbled") stumbles += 1;
    else if (refused) await giveUpOwed(store, owed, refused);
    else await payOwed(store, owed);
  }
  return stumbles;
}

/** Answers why the server will not have it; null where it has. */
async function sendOne(
  store: LocalStore,
  server: SyncServer,
  { sha256, type, bytes, onServer }: LocalPicture,
): Promise<ApiFailure | "stumbled" | null> {
  const epoch = await epochOf(store);
  try {
    const isThere = onServer !== "no" && (await server.hasPicture(sha256));
    if (!isThere) {
      await store.pictures.update(sha256, { onServer: injectedFaults.has("lost-blob") ? "yes" : "unsure" });
      await server.putPicture(sha256, type, bytes);
    }
  } catch (error) {
    if (isRefused(error)) return error;
    if (isBug(error)) return "stumbled";
    throw error;
  }
  await store.transaction("rw", [store.meta, store.pictures], async () => {
    // Another tab may have heard meanwhile that the server was put back to before it had this one.
    if ((await epochOf(store)) === epoch) await store.pictures.update(sha256, { onServer: "yes" });
  });
  return null;
}

const epochOf = async (store: LocalStore) => (await store.meta.get("sync"))?.epoch;

const REFUSED_FOR_GOOD = new Set([400, 413, 415]);

const isRefused = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && (REFUSED_FOR_GOOD.has(error.status) || error.code === "storage-full");

/** Not the state that the server is in, which passes, but perhaps this picture. */
const isBug = (error: unknown) => error instanceof ApiFailure && error.status === 500;
