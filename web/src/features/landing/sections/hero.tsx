import { SCREEN_PATHS } from "@shelv/contract/paths";
import { USERNAME_MAX_LENGTH } from "@shelv/contract/values/username";
import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { useAvailability } from "#domain/account/use-availability";
import { useSuggestedName } from "#domain/account/use-suggested-name";
import { UsernameMark } from "#domain/account/username-mark.tsx";
import { EVERY_DAY } from "#domain/sample-shelf/sample-objects";
import { useOnline } from "#platform/react/use-online";
import { availabilityWords } from "#words/availability";
import { landingWords, sampleWords } from "#words/screens/landing";
import { SampleShelf } from "#features/landing/sample-shelf.tsx";
import { signUpPath } from "#features/landing/sign-up-path";

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
      <a href={SCREEN_PATHS.shelves} className="button button-large for-owner">
        {landingWords.open}
      </a>
    </div>
    <SampleShelf shelf={sampleWords.everyDay} objects={EVERY_DAY} plate={typed.trim()} isFirst />
  </section>
);

type ClaimBoxProps = {
  fieldRef: RefObject<HTMLInputElement | null>;
  isHighlighted: boolean;
  typed: string;
  onType: (typed: string) => void;
};

function ClaimBox({ fieldRef, isHighlighted, typed, onType }: ClaimBoxProps) {
  const name = typed.trim();
  const availability = useAvailability(typed);
  const online = useOnline();
  const message = availabilityWords(name, availability, online);
  const suggested = useSuggestedName(name, availability);
  const claim = useRef<HTMLButtonElement>(null);
  useEffect(() => onType(fieldRef.current?.value ?? ""), [fieldRef, onType]);

  const take = (free: string) => {
    if (fieldRef.current) fieldRef.current.value = free;
    onType(free);
    claim.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    location.assign(signUpPath({ username: name }));
  };

  return (
    <form className="claim for-visitors" action="/login" onSubmit={submit}>
      <div className="claim-field" data-highlighted={isHighlighted || undefined}>
        <span className="claim-host host" aria-hidden="true" />
        <input
          ref={fieldRef}
          id="username"
          name="username"
          className="claim-input"
          aria-label={landingWords.claimLabel}
          aria-describedby="claim-said"
          placeholder={landingWords.claimPlaceholder}
          maxLength={USERNAME_MAX_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
        <span className="claim-mark">
          <UsernameMark availability={availability} />
        </span>
      </div>
      <button ref={claim} type="submit" className="button claim-button">
        {landingWords.claim}
      </button>
      <output id="claim-said" className="claim-said" data-state={availability}>
        {suggested === null ? (
          message || landingWords.free
        ) : (
          <>
            <span className="visually-hidden">{message}</span>
            <button type="button" className="claim-suggestion" onClick={() => take(suggested)}>
              {landingWords.suggested(suggested)}
              <span className="claim-take">{landingWords.take}</span>
            </button>
          </>
        )}
      </output>
    </form>
  );
}
