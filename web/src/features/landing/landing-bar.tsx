import { PRODUCT } from "@shelv/contract/product";
import type { MouseEvent } from "react";
import { landingWords } from "#words/landing";

/** Two bars; the style sheet shows the visitor's or the owner's. */
export const LandingBar = ({ onGetStarted }: { onGetStarted: (event: MouseEvent) => void }) => (
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
