import { formDrafts } from "#local-store/unsynced/form-drafts";
import { forgetSetupAnswers } from "./setup-answers";
import { sharedThings } from "#local-store/unsynced/share-inbox";

/** What this device keeps of an account besides its database: what was shared to it and typed in its forms, its page and its pictures, and what its setup was answered. */
export async function forgetCopies({
  userId,
  username,
}: {
  userId: string;
  username: string;
}): Promise<void> {
  forgetSetupAnswers(userId);
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.controller?.postMessage({ type: "forget-owner", username });
  }
  // A store in trouble keeps nobody from leaving.
  await (await sharedThings()).forget(userId).catch(() => undefined);
  await (await formDrafts()).forget(userId).catch(() => undefined);
}
