import { updateWords } from "#words/navigation";
import { hasDirtyForms } from "./dirty-forms";
import { reloadWhenIdle } from "./reload";
import { showToast } from "./toast";

/**
 * Goes on with the newest version of the app: the one that waits here, else what the server has now. Not behind a form.
 * The queue is in the store and waits for either.
 */
export async function updateApp(): Promise<void> {
  if (hasDirtyForms()) return showToast({ title: updateWords.wait });
  const waiting = "serviceWorker" in navigator ? await newestWorker() : null;
  // The page reloads when the new worker has taken over (features/app-update).
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker, not a window
  if (waiting) waiting.postMessage({ type: "skip-waiting" });
  else reloadWhenIdle();
}

async function newestWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return null;
  // Without a network the one that waits, if any, has to do.
  await registration.update().catch(() => undefined);
  if (registration.installing) await settled(registration.installing);
  return registration.waiting;
}

const settled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state !== "installing") resolve();
    };
    worker.addEventListener("statechange", check);
    check();
  });
