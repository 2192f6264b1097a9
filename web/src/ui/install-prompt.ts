/** The browser's own offer to install, held back until its owner says so; and how that stands, for the banner. */
import { type InstallOffer, installOffer } from "./install-offer";

/** Known to Chromium alone, and so not to TypeScript. */
type InstallPromptEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

const DISMISSED_KEY = "shelv-install-dismissed";

let prompt: InstallPromptEvent | null = null;
let isInstalled = false;
/** Where a browser forbids storage, a "no" lasts as long as the page. */
let isDismissedHere = false;
const listeners = new Set<() => void>();

/** Called once, when the page starts: the browser offers early, and once. */
export function listenForInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPromptEvent;
    tell();
  });
  addEventListener("appinstalled", () => {
    isInstalled = true;
    tell();
  });
  standalone()?.addEventListener("change", tell);
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

/** Lets the browser ask. Its question can be put once; who says no there is not asked again this time. */
export async function install(): Promise<void> {
  const asking = prompt;
  prompt = null;
  if (!asking) return;
  // One that the browser will not put is as good as a no: the button would do nothing from now on.
  const { outcome } = await asking.prompt().catch(() => ({ outcome: "dismissed" }));
  if (outcome === "accepted") isInstalled = true;
  else dismissInstall();
  tell();
}

/** For this session: the browser's tab, until it is closed. */
export function dismissInstall(): void {
  isDismissedHere = true;
  try {
    sessionStorage.setItem(DISMISSED_KEY, "1");
  } catch {
    // Noted above.
  }
  tell();
}

function isDismissed(): boolean {
  try {
    return isDismissedHere || sessionStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return isDismissedHere;
  }
}

/** Android and desktop say it as a medium, iOS in its own way. */
const isStandalone = (): boolean =>
  (standalone()?.matches ?? false) || ((navigator as { standalone?: boolean }).standalone ?? false);

const standalone = () =>
  globalThis.matchMedia?.(
    "(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)",
  );

function tell(): void {
  for (const listener of listeners) listener();
}
