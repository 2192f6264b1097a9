/**
 * Complete without script. The HTML has both bars: boot/before-first-paint.js marks the root with the one to
 * show.
 */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PRODUCT } from "@shelv/contract/product";
import { Place } from "@shelv/public-page/board.tsx";
import { type MouseEvent, type RefObject, Suspense, useRef, useState } from "react";
import "./landing.css";
import {
  IconBolt,
  IconChartBar,
  IconDeviceMobile,
  IconPalette,
  IconPlaneDeparture,
  IconWorld,
} from "@tabler/icons-react";
import { InstallBanner } from "#domain/pwa/install-banner.tsx";
import { KITCHEN } from "#domain/sample-shelf/sample-objects";
import { Notices } from "#ui/feedback/notices.tsx";
import { OfflineNotice } from "#ui/feedback/offline-notice.tsx";
import { closingWords, featureWords, footerWords, landingWords, sampleWords } from "#words/screens/landing";
import { Hero } from "#features/landing/sections/hero.tsx";
import { Pricing } from "#features/landing/sections/pricing.tsx";
import { SampleShelf } from "./sample-shelf";
import { Steps } from "#features/landing/sections/steps.tsx";

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

const Closing = ({ onGetStarted }: { onGetStarted: (event: MouseEvent) => void }) => (
  <section className="section closing" aria-labelledby="closing">
    <div className="closing-words">
      <h2 id="closing" className="section-title">
        {closingWords.heading}
      </h2>
      <p className="section-lead for-visitors">{closingWords.text}</p>
      <a href="#username" className="button button-large for-visitors" onClick={onGetStarted}>
        {landingWords.getStarted}
      </a>
      <a href={SCREEN_PATHS.shelves} className="button button-large for-owner">
        {landingWords.open}
      </a>
    </div>
    <SampleShelf shelf={sampleWords.kitchen} objects={KITCHEN}>
      <Place className="space">
        <span className="space-note">{closingWords.space}</span>
      </Place>
    </SampleShelf>
  </section>
);

const LandingBar = ({ onGetStarted }: { onGetStarted: (event: MouseEvent) => void }) => (
  <header className="bar">
    <div className="bar-in">
      <a href="/" className="brand">
        <img src="/icons/shelv.svg" alt="" width={32} height={32} />
        {PRODUCT}
      </a>
      <nav className="bar-links for-visitors" aria-label={landingWords.bar}>
        <a href="#pricing" className="bar-link">
          {landingWords.pricing}
        </a>
        <a href="/login" className="bar-link">
          {landingWords.signIn}
        </a>
        <a href="#username" className="button" onClick={onGetStarted}>
          {landingWords.getStarted}
        </a>
      </nav>
      <nav className="bar-links for-owner" aria-label={landingWords.bar}>
        <a href="/dashboard" className="bar-link">
          {landingWords.dashboard}
        </a>
        <a href="/shelves" className="bar-link">
          {landingWords.myShelves}
        </a>
        <a href="/account" className="bar-link">
          {landingWords.account}
        </a>
      </nav>
    </div>
  </header>
);

const LandingFooter = () => (
  <footer className="foot">
    <div className="foot-in">
      <div className="foot-brand">
        <span className="brand">
          <img src="/icons/shelv.svg" alt="" width={32} height={32} />
          {PRODUCT}
        </span>
        <p>{footerWords.credit}</p>
      </div>
      <section aria-labelledby="foot-product">
        <h2 id="foot-product" className="foot-title">
          {footerWords.product}
        </h2>
        <ul role="list" className="foot-links">
          <li>
            <a href="#features" className="foot-link">
              {footerWords.features}
            </a>
          </li>
          <li>
            <a href="#pricing" className="foot-link">
              {landingWords.pricing}
            </a>
          </li>
        </ul>
      </section>
    </div>
  </footer>
);

const HIGHLIGHT_MS = 2000;

function useGetStarted(): {
  field: RefObject<HTMLInputElement | null>;
  isHighlighted: boolean;
  getStarted: (event: MouseEvent) => void;
} {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHighlighted, setHighlighted] = useState(false);

  const getStarted = (event: MouseEvent) => {
    event.preventDefault();
    window.scrollTo({ top: 0 });
    field.current?.focus({ preventScroll: true });
    clearTimeout(timer.current);
    setHighlighted(true);
    timer.current = setTimeout(() => setHighlighted(false), HIGHLIGHT_MS);
  };
  return { field, isHighlighted, getStarted };
}

const ICONS = {
  phones: IconDeviceMobile,
  themes: IconPalette,
  analytics: IconChartBar,
  domains: IconWorld,
  fast: IconBolt,
  offline: IconPlaneDeparture,
};
const CARDS = Object.keys(ICONS) as (keyof typeof ICONS)[];

const Features = () => (
  <section className="section" aria-labelledby="features">
    <h2 id="features" className="section-title">
      {featureWords.heading}
    </h2>
    <p className="section-lead">{featureWords.lead}</p>
    <ul role="list" className="feature-grid">
      {CARDS.map((name) => {
        const Icon = ICONS[name];
        const { title, text } = featureWords.cards[name];
        return (
          <li key={name} className="feature">
            <div className="feature-card">
              <Icon className="feature-icon" size={26} stroke={1.75} aria-hidden="true" />
              <h3 className="feature-title">{title}</h3>
              <p className="feature-text">{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);
