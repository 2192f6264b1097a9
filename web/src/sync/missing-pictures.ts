/**
 * The server lacks a picture that this device brought, or believes it brought: what answered the upload was not the server, or the server
 * let go of the picture since. The device believes the server, and makes the change again by itself, once for each picture. After that it
 * waits in the tray, where each Retry sends the picture (outbox/rejected.ts).
 */
import { Refusal } from "@shelv/contract/refusal";
import type { SyncResponse } from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import { withdrawBelief } from "#outbox/pictures";
import { moveToTray } from "#outbox/refused";
import { retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";

/** Moves a change to the tray, inside the caller's transaction. Where its picture only has to be sent again, it leaves the tray with `makeAgain`. */
export async function recordMissingPicture(
  store: LocalStore,
  { mid, code, message }: SyncResponse["results"][number],
): Promise<void> {
  const { pictures = [] } = (await store.outbox.get(mid)) ?? {};
  const here = (await store.pictures.bulkGet([...pictures])).filter((picture) => picture !== undefined);
  const goesAgain = here.some(({ onServer, wasSentAgain }) => onServer === "yes" && !wasSentAgain);
  await withdrawBelief(store, pictures);
  if (goesAgain) for (const { sha256 } of here) await store.pictures.update(sha256, { wasSentAgain: true });
  await moveToTray(store, mid, { code, message, ...(goesAgain ? { goesAgain } : {}) });
}

/** Makes those changes again. One that this device itself now refuses stays in the tray. */
export async function makeAgain(store: LocalStore): Promise<void> {
  for (const group of groupRejected(await rejectedEntries(store))) {
    const waiting = [group.root, ...group.followers].filter(({ goesAgain }) => goesAgain);
    if (waiting.length === 0) continue;
    try {
      if (group.root.goesAgain) await retryRejected(store, group);
      else await stay(store, waiting);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await stay(store, waiting);
    }
  }
}

const stay = (store: LocalStore, entries: readonly { opId: string }[]) =>
  store.transaction("rw", store.rejected, () =>
    Promise.all(entries.map(({ opId }) => store.rejected.update(opId, { goesAgain: false }))),
  );
