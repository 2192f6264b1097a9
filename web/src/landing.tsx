import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { sendPendingSignOut } from "#api/pending-sign-out";
import { LandingPage } from "#features/landing/landing-page.tsx";
import { listenForInstallPrompt } from "#domain/pwa/install-prompt";
import { hintedUsername } from "#accounts/account-hint";

const root = document.querySelector("#root");
if (!root) throw new Error("landing.html has no #root");

listenForInstallPrompt();
// A transition yields to a tap.
startTransition(
  () =>
    void hydrateRoot(
      root,
      <StrictMode>
        <LandingPage />
      </StrictMode>,
    ),
);
sendPendingSignOut();
followOwner();
requestLandingCache();

/** Updates the bar when another tab signs in or out, or the page comes back from the back/forward cache. */
function followOwner(): void {
  const mark = () => void document.documentElement.toggleAttribute("data-owner", hintedUsername() !== null);
  addEventListener("storage", mark);
  addEventListener("pageshow", mark);
}

/** Caches the page to open offline; the editor is not loaded for that. */
function requestLandingCache(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  const cache = async () => {
    // The app updates an existing registration.
    if (!(await serviceWorker.getRegistration("/"))) await serviceWorker.register("/service-worker.js");
    (await serviceWorker.ready).active?.postMessage({ type: "keep-landing" });
  };
  // A failure costs the visitor nothing now.
  const start = () => void cache().catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
