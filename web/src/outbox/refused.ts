import { NO_OP } from "@shelv/contract/sync";
import type { LocalStore, RejectedEntry } from "#local-store/local-store";

/**
 * Moves a refused change from the outbox to the "Couldn't save" tray, inside the caller's transaction. Its number stays
 * used by a change that does nothing: should the server ever ask for that number again, the tray's change is not sent
 * behind the owner's back.
 */
export async function moveToTray(
  store: LocalStore,
  mid: number,
  { code, message, goesAgain }: Pick<RejectedEntry, "code" | "message" | "goesAgain">,
): Promise<void> {
  const entry = await store.outbox.get(mid);
  if (!entry || entry.name === NO_OP) return;
  const { mid: _, isGivenUp: __, before: ___, ...change } = entry;
  await store.rejected.put({
    ...change,
    code,
    message,
    rejectedAt: Date.now(),
    ...(goesAgain ? { goesAgain } : {}),
  });
  await store.outbox.put({ ...entry, name: NO_OP, args: { code, message }, pictures: [], rows: [] });
}
