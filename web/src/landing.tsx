import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { settleOwedSignOut } from "#api/owed-sign-out";
import { followOwner } from "#features/landing/follow-owner";
import { keepLanding } from "#features/landing/keep-landing";
import { LandingPage } from "#features/landing/landing-page.tsx";
import { listenForInstallPrompt } from "#ui/install-prompt";

const root = document.querySelector("#root");
if (!root) throw new Error("landing.html has no #root");

listenForInstallPrompt();
// A transition gives way to whoever taps meanwhile.
startTransition(
  () =>
    void hydrateRoot(
      root,
      <StrictMode>
        <LandingPage />
      </StrictMode>,
    ),
);
settleOwedSignOut();
followOwner();
keepLanding();
