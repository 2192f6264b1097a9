import { type InstallOffer, installOffer } from "./install-offer";

/** Only Chromium has it: TypeScript does not know it. */
type InstallPromptEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

const DISMISSED_KEY = "shelv-install-dismissed";

let prompt: InstallPromptEvent | null = null;
let isInstalled = false;
let isDismissedHere = false;
const listeners = new Set<() => void>();

/** Call it at page start: the browser fires the event early, and once. */
export function listenForInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPromptEvent;
    notify();
  });
  addEventListener("appinstalled", () => {
    isInstalled = true;
    notify();
  });
  standalone()?.addEventListener("change", notify);
}

export const currentInstallOffer = (): InstallOffer =>
  installOffer({
    canPrompt: prompt !== null,
    isStandalone: isStandalone(),
    isInstalled,
    isDismissed: isDismissed(),
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function install(): Promise<void> {
  const shownPrompt = prompt;
  prompt = null;
  if (!shownPrompt) return;
  const { outcome } = await shownPrompt.prompt().catch(() => ({ outcome: "dismissed" }));
  if (outcome === "accepted") isInstalled = true;
  else dismissInstall();
  notify();
}

export function dismissInstall(): void {
  isDismissedHere = true;
  try {
    sessionStorage.setItem(DISMISSED_KEY, "1");
  } catch {
    // Without storage `isDismissedHere` counts.
  }
  notify();
}

function isDismissed(): boolean {
  try {
    return isDismissedHere || sessionStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return isDismissedHere;
  }
}

const isStandalone = (): boolean =>
  (standalone()?.matches ?? false) || ((navigator as { standalone?: boolean }).standalone ?? false);

const standalone = () =>
  globalThis.matchMedia?.(
    "(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)",
  );

function notify(): void {
  for (const listener of listeners) listener();
}
