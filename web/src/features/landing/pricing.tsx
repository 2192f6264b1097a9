import { PLAN_NAMES } from "@shelv/contract/plan";
import { pricingWords } from "#words/landing";
import { PlanCard } from "./plan-card";
import { PlanTabs } from "./plan-tabs";
import { useCarousel } from "./use-carousel";

/** Three cards side by side; on phones a row to swipe, with tabs that show the current one. */
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
