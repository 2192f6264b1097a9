import { PLAN_NAMES, PLANS, type PlanName } from "@shelv/contract/rows/plan";
import type { KeyboardEvent, MouseEvent } from "react";
import { pricingWords } from "#words/screens/landing";

type PlanTabsProps = {
  shown: PlanName;
  isTabList: boolean;
  onShow: (plan: PlanName) => void;
};

export function PlanTabs({ shown, isTabList, onShow }: PlanTabsProps) {
  const choose = (event: MouseEvent | KeyboardEvent, plan: PlanName | undefined) => {
    if (!isTabList || plan === undefined) return;
    event.preventDefault();
    onShow(plan);
    // Scrolling to the tab would stop the row's own scrolling.
    document.getElementById(tabId(plan))?.focus({ preventScroll: true });
  };
  return (
    <div className="plan-tabs" role={isTabList ? "tablist" : "group"} aria-label={pricingWords.plans}>
      {PLAN_NAMES.map((plan) => (
        <a
          key={plan}
          id={tabId(plan)}
          href={`#${planId(plan)}`}
          className="plan-tab"
          data-shown={shown === plan || undefined}
          {...(isTabList && {
            role: "tab",
            "aria-selected": shown === plan,
            "aria-controls": planId(plan),
            tabIndex: shown === plan ? 0 : -1,
          })}
          onClick={(event) => choose(event, plan)}
          onKeyDown={(event) => choose(event, planByKey(event.key, shown))}
        >
          {PLANS[plan].name}
        </a>
      ))}
    </div>
  );
}

export const tabId = (plan: PlanName) => `tab-${plan}`;
export const planId = (plan: PlanName) => `plan-${plan}`;

/** Arrows wrap around, Home and End go to the ends. */
export function planByKey(key: string, shown: PlanName): PlanName | undefined {
  const at = PLAN_NAMES.indexOf(shown);
  switch (key) {
    case "ArrowRight":
      return PLAN_NAMES[(at + 1) % PLAN_NAMES.length];
    case "ArrowLeft":
      return PLAN_NAMES.at(at - 1);
    case "Home":
      return PLAN_NAMES[0];
    case "End":
      return PLAN_NAMES.at(-1);
    case " ":
    case "Enter":
      return shown;
    default:
      return undefined;
  }
}
