import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PLAN_NAMES, type PlanName, PLANS } from "@shelv/contract/rows/plan";
import { IconCheck } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { pricingWords } from "#words/screens/landing";
import { planWords, popular, priceWords } from "#words/screens/plans";
import { planId, PlanTabs, tabId } from "./plan-tabs";
import { signUpPath } from "#features/landing/sign-up-path";

export function Pricing({ typed }: { typed: string }) {
  const { trackRef, isCarousel, shown, show } = useCarousel(PLAN_NAMES);
  return (
    <section id="pricing" className="section" aria-labelledby="pricing-title">
      <h2 id="pricing-title" className="section-title">
        {pricingWords.heading}
      </h2>
      <p className="section-lead">{pricingWords.lead}</p>
      <PlanTabs shown={shown} isTabList={isCarousel} onShow={show} />
      <div ref={trackRef} className="plans">
        {PLAN_NAMES.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            typed={typed}
            isTabPanel={isCarousel}
            isShown={!isCarousel || shown === plan}
          />
        ))}
      </div>
    </section>
  );
}

const OWNERS_PLAN = `${SCREEN_PATHS.account}?tab=settings`;

type PlanCardProps = {
  plan: PlanName;
  typed: string;
  isTabPanel: boolean;
  isShown: boolean;
};

function PlanCard({ plan, typed, isTabPanel, isShown }: PlanCardProps) {
  const { price, period } = priceWords(plan);
  const { features, choose } = planWords[plan];
  const look = plan === "pro" ? "button" : "button button-quiet";
  return (
    <section
      id={planId(plan)}
      className="plan"
      data-plan={plan}
      {...(isTabPanel
        ? { role: "tabpanel", "aria-labelledby": tabId(plan), inert: !isShown }
        : { "aria-labelledby": `${planId(plan)}-name` })}
    >
      <h3 id={`${planId(plan)}-name`} className="plan-name">
        {PLANS[plan].name}
        {plan === "pro" && (
          <>
            {" "}
            <span className="plan-popular">{popular}</span>
          </>
        )}
      </h3>
      <p className="plan-price">
        <b className="plan-amount">{price}</b> {period}
      </p>
      <ul role="list" className="plan-features">
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={18} stroke={2.5} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <a href={signUpPath({ username: typed, plan })} className={`${look} for-visitors`}>
        {choose}
      </a>
      <a href={OWNERS_PLAN} className={`${look} for-owner`}>
        {choose}
      </a>
    </section>
  );
}

const PHONE = "(max-width: 47.99em)";

type Carousel<T extends string> = {
  trackRef: RefObject<HTMLDivElement | null>;
  isCarousel: boolean;
  shown: T;
  show: (name: T) => void;
};

function useCarousel<T extends string>(names: readonly [T, ...T[]]): Carousel<T> {
  const trackRef = useRef<HTMLDivElement>(null);
  const isCarousel = useSyncExternalStore(
    onPhoneChange,
    () => matchMedia(PHONE).matches,
    () => false,
  );
  const [shown, setShown] = useState<T>(names[0]);

  useEffect(() => {
    const track = trackRef.current;
    if (!track || !isCarousel) return undefined;
    const follow = () => {
      const middle = track.scrollLeft + track.clientWidth / 2;
      const at = [...track.children].findIndex(
        (card) => (card as HTMLElement).offsetLeft + (card as HTMLElement).offsetWidth > middle,
      );
      setShown(names[at] ?? names[0]);
    };
    track.addEventListener("scroll", follow, { passive: true });
    return () => track.removeEventListener("scroll", follow);
  }, [isCarousel, names]);

  const show = (name: T) => {
    const track = trackRef.current;
    const card = track?.children[names.indexOf(name)];
    if (!track || !(card instanceof HTMLElement)) return;
    setShown(name);
    track.scrollTo({ left: card.offsetLeft - (track.clientWidth - card.offsetWidth) / 2 });
  };
  return { trackRef, isCarousel, shown, show };
}

function onPhoneChange(onChange: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
