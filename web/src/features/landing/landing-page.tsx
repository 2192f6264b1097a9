/**
 * The landing page is drawn into HTML by the build and complete like that; what a script adds is the indicator beside the
 * name, the way back to it from every "Get started", and tabs over the plans on phones. Both bars stand in the HTML: which of
 * them is seen is decided before the first paint by a mark on the root (ui/before-first-paint.js).
 */
import "./landing.css";
import { Suspense, useState } from "react";
import { InstallBanner } from "#ui/install-banner.tsx";
import { Notices } from "#ui/notices.tsx";
import { OfflineNotice } from "#ui/offline-notice.tsx";
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
        {/* Each is hydrated by itself, after what is seen first: no long task keeps a phone from answering. */}
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
