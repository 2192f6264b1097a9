import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { sendPendingSignOut } from "#api/pending-sign-out";
import { followOwner } from "#features/landing/follow-owner";
import { requestLandingCache } from "#features/landing/request-landing-cache";
import { LandingPage } from "#features/landing/landing-page.tsx";
import { listenForInstallPrompt } from "#domain/pwa/install-prompt";

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
