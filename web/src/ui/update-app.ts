import { updateWords } from "#words/navigation";
import { atMost } from "./at-most";
import { hasDirtyForms } from "./dirty-forms";
import { reloadWhenIdle } from "./reload";
import { showToast } from "./toast";

/**
 * Goes on with the newest version of the app: the one that waits here, else what the server has now. Not behind a form.
 * The queue is in the store and waits for either. Resolves with whether it is on its way: a browser puts the new worker in the old one's place
 * when that has nothing to do.
 */
export async function updateApp(): Promise<boolean> {
  if (hasDirtyForms()) {
    showToast({ title: updateWords.wait });
    return false;
  }
  const waiting = "serviceWorker" in navigator ? await newestWorker() : null;
  // The page reloads when the new worker has taken over (features/app-update).
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker, not a window
  if (waiting) waiting.postMessage({ type: "skip-waiting" });
  else reloadWhenIdle();
  return true;
}

async function newestWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return null;
  const newest = registration
    .update()
    .catch(() => undefined)
    .then(() => registration.installing && settled(registration.installing));
  // Without a network the one that waits, if any, has to do; nor does one that does not answer keep anybody from it.
  await (registration.waiting ? atMost(NEWER_WITHIN_MS, newest) : newest);
  return registration.waiting;
}

const NEWER_WITHIN_MS = 3000;

const settled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state !== "installing") resolve();
    };
    worker.addEventListener("statechange", check);
    check();
  });
