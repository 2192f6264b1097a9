/**
 * The landing page, prerendered by the build and complete without script; a script adds the mark beside the name, the jump back to it
 * from every "Get started", and tabs over the plans on phones. The HTML has both bars: a mark on the root, set before the first paint,
 * decides which shows (boot/before-first-paint.js).
 */
import "./landing.css";
import { Suspense, useState } from "react";
import { InstallBanner } from "#domain/pwa/install-banner.tsx";
import { Notices } from "#ui/feedback/notices.tsx";
import { OfflineNotice } from "#ui/feedback/offline-notice.tsx";
import { Closing } from "./closing";
import { Features } from "./features";
import { Hero } from "./hero";
import { LandingBar } from "./landing-bar";
import { LandingFooter } from "./landing-footer";
import { Pricing } from "./pricing";
import { Steps } from "./steps";
import { useGetStarted } from "./use-get-started";

export function LandingPage() {
  const [typed, setTyped] = useState("");
  const { field, isHighlighted, getStarted } = useGetStarted();
  return (
    <div className="landing">
      <OfflineNotice />
      <LandingBar onGetStarted={getStarted} />
      <main>
        <Hero fieldRef={field} isHighlighted={isHighlighted} typed={typed} onType={setTyped} />
        {/* Each section hydrates on its own, after the visible ones: no long task blocks a phone. */}
        <Suspense>
          <Features />
        </Suspense>
        <Suspense>
          <Steps typed={typed} />
        </Suspense>
        <Suspense>
          <Pricing typed={typed} />
        </Suspense>
        <Suspense>
          <Closing onGetStarted={getStarted} />
        </Suspense>
      </main>
      <LandingFooter />
      <Notices>
        <InstallBanner />
      </Notices>
    </div>
  );
}
