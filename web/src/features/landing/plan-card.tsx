import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PLANS, type PlanName } from "@shelv/contract/plan";
import { IconCheck } from "@tabler/icons-react";
import { planWords, popular, priceWords } from "#words/plans";
import { planId, tabId } from "./plan-tabs";
import { signUpPath } from "./sign-up-path";

/** Where a signed-in owner changes the plan. */
const OWNERS_PLAN = `${SCREEN_PATHS.account}?tab=settings`;

type PlanCardProps = {
  plan: PlanName;
  /** The name in the claim box, passed on to the sign-up. */
  typed: string;
  isTabPanel: boolean;
  isShown: boolean;
};

export function PlanCard({ plan, typed, isTabPanel, isShown }: PlanCardProps) {
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
