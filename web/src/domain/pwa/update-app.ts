import { updateWords } from "#words/screens/navigation";
import { settleWithin } from "#platform/wait";
import { hasDirtyForms } from "#ui/forms/dirty-forms";
import { reloadWhenIdle } from "#platform/reload";
import { showToast } from "#ui/feedback/toast";

/**
 * Switches to the version waiting on this device, else the server's newest. Refuses while a form is dirty.
 * Resolves with whether the switch has started, for which a browser waits until the old worker is idle.
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
  await (registration.waiting ? settleWithin(NEWER_WITHIN_MS, newest) : newest);
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
