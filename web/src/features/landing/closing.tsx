import { Place } from "@shelv/public-page/board.tsx";
import type { MouseEvent } from "react";
import { KITCHEN } from "#domain/sample-shelf/sample-objects";
import { closingWords, landingWords, sampleWords } from "#words/landing";
import { SampleShelf } from "./sample-shelf";

/** One more shelf, with room left on it. */
export const Closing = ({ onGetStarted }: { onGetStarted: (event: MouseEvent) => void }) => (
  <section className="section closing" aria-labelledby="closing">
    <div className="closing-words">
      <h2 id="closing" className="section-title">
        {closingWords.heading}
      </h2>
      <p className="section-lead">{closingWords.text}</p>
      <a href="#username" className="button button-large" onClick={onGetStarted}>
        {landingWords.getStarted}
      </a>
    </div>
    <SampleShelf shelf={sampleWords.kitchen} objects={KITCHEN}>
      <Place className="space">
        <span className="space-note">{closingWords.space}</span>
      </Place>
    </SampleShelf>
  </section>
);
