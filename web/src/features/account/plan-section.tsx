import { Button } from "@mantine/core";
import type { Account } from "@shelv/contract/rows/account";
import { planAfterChoice, PLAN_NAMES, planAt, type PlanName, PLANS } from "@shelv/contract/rows/plan";
import { IconCheck } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useOwner } from "#session/owner-context.tsx";
import { PLANS_HASH } from "#domain/account/plans-link.tsx";
import { PlanFeatures } from "#domain/account/plan-features.tsx";
import { announce, showError } from "#ui/feedback/toast";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import { planWords } from "#words/screens/plans";
import { FoldedLine } from "./lines";
import styles from "./plan-section.module.css";
import { planLead, planSentence } from "./plan-sentence";

const words = accountWords.plan;

/** A line that opens, since the plans take a screen of their own. A link to the plans opens it. */
export function PlanSection({ account, now }: { account: Account; now: string }) {
  const owner = useOwner();
  const current = planAt(account, now);
  const folded = useRef<HTMLDetailsElement>(null);
  // The pressed button disappears.
  const chosen = useRef<PlanName>(null);
  useEffect(() => {
    if (chosen.current !== current) return;
    chosen.current = null;
    if (document.activeElement === document.body) folded.current?.querySelector("summary")?.focus();
  }, [current]);
  const choose = async (plan: PlanName) => {
    chosen.current = plan;
    try {
      await owner.mutate({ name: "plan.choose", args: { plan } });
      announce(words.chosen(PLANS[plan].name));
    } catch (error) {
      chosen.current = null;
      showError(errorWords(error), words.failed);
    }
  };
  const navigate = useNavigate({ from: "/account" });
  const isWanted = useLocation({ select: ({ hash }) => hash === PLANS_HASH });
  useEffect(() => {
    if (!isWanted) return;
    if (folded.current) folded.current.open = true;
    const line = folded.current?.querySelector("summary");
    line?.scrollIntoView();
    line?.focus({ preventScroll: true });
    // The next press on a link to the plans is a navigation again.
    void navigate({ search: true, hash: "", replace: true, resetScroll: false });
  }, [isWanted, navigate]);
  const lead = planLead(account, now);
  return (
    <FoldedLine foldRef={folded} heading={words.heading} text={planSentence(account, now)}>
      {lead !== null && <p>{lead}</p>}
      <ul role="list" className={styles["plans"]}>
        {PLAN_NAMES.map((plan) => (
          <li key={plan} className={styles["plan"]} data-current={plan === current || undefined}>
            <PlanFeatures plan={plan} />
            {plan === current && (
              <p className={styles["current"]}>
                <IconCheck size={18} stroke={2.5} aria-hidden="true" />
                {words.current}
              </p>
            )}
            {plan !== current && planAfterChoice(account, plan, now) !== null && (
              <Button variant="default" fullWidth onClick={() => void choose(plan)}>
                {plan === "free" ? words.choose : planWords[plan].choose}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </FoldedLine>
  );
}
