import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PLAN_NAMES, type PlanName, PLANS } from "@shelv/contract/plan";
import { IconCheck } from "@tabler/icons-react";
import { pricingWords } from "#words/screens/landing";
import { planWords, popular, priceWords } from "#words/screens/plans";
import { planId, PlanTabs, tabId } from "./plan-tabs";
import { signUpPath } from "#features/landing/sign-up-path";
import { useCarousel } from "./use-carousel";

/** On phones a row to swipe, with tabs. */
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
  /** The name in the claim box. */
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
