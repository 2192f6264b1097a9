import type { ButtonProps } from "@mantine/core";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { planLinkWords } from "#words/screens/plans";

export const PLANS_HASH = "plans";

const OF_PLANS: ReadonlySet<string> = new Set([
  "shelf-limit",
  "export-over-plan",
  "needs-pro",
  "needs-premium",
  "domain-needs-premium",
  "dimensions-need-pro",
  "range-needs-pro",
]);

export const isPlanRefusal = (code: string): boolean => OF_PLANS.has(code);

export const PlansLink = (props: ButtonProps) => (
  <LinkButton to="/account" search={{ tab: "settings" }} hash={PLANS_HASH} {...props}>
    {planLinkWords.seePlans}
  </LinkButton>
);
