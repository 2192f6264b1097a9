import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { sendPendingSignOut } from "#api/pending-sign-out";
import { LandingPage } from "#features/landing/landing-page.tsx";
import { listenForInstallPrompt } from "#domain/pwa/install-prompt";
import { hintedUsername } from "#accounts/account-hint";

const root = document.querySelector("#root");
if (!root) throw new Error("landing.html has no #root");

listenForInstallPrompt();
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

/** Another tab signed in or out, or the page is back from the back/forward cache. */
function followOwner(): void {
  const mark = () => void document.documentElement.toggleAttribute("data-owner", hintedUsername() !== null);
  addEventListener("storage", mark);
  addEventListener("pageshow", mark);
}

/** The page opens offline then; the editor is not loaded for that. */
function requestLandingCache(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  const cache = async () => {
    // The app updates an existing registration.
    if (!(await serviceWorker.getRegistration("/"))) await serviceWorker.register("/service-worker.js");
    (await serviceWorker.ready).active?.postMessage({ type: "keep-landing" });
  };
  const start = () => void cache().catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
