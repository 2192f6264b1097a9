import type { RefObject } from "react";
import { EVERY_DAY } from "#domain/sample-shelf/sample-objects";
import { landingWords, sampleWords } from "#words/landing";
import { ClaimBox } from "./claim-box";
import { SampleShelf } from "./sample-shelf";

type HeroProps = {
  fieldRef: RefObject<HTMLInputElement | null>;
  isHighlighted: boolean;
  typed: string;
  onType: (typed: string) => void;
};

export const Hero = ({ fieldRef, isHighlighted, typed, onType }: HeroProps) => (
  <section className="hero">
    <div className="hero-words">
      <h1 className="hero-title">{landingWords.title}</h1>
      <p className="hero-lead">{landingWords.lead}</p>
      <ClaimBox fieldRef={fieldRef} isHighlighted={isHighlighted} typed={typed} onType={onType} />
    </div>
    <SampleShelf shelf={sampleWords.everyDay} objects={EVERY_DAY} plate={typed.trim()} isFirst />
  </section>
);
