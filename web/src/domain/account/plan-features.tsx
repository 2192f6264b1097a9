import { PLANS, type PlanName } from "@shelv/contract/rows/plan";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { planWords, popular, priceWords } from "#words/screens/plans";
import styles from "./plan-features.module.css";

export function PlanFeatures({ plan, children }: { plan: PlanName; children?: ReactNode }) {
  const { price, period } = priceWords(plan);
  return (
    <span className={styles["plan"]}>
      <span className={styles["top"]}>
        <span className={styles["head"]}>
          <b className={styles["name"]}>{PLANS[plan].name}</b>
          {plan === "pro" && <span className={styles["popular"]}>{popular}</span>}
        </span>
        <span className={styles["price"]}>
          <b className={styles["amount"]}>{price}</b> {period}
        </span>
      </span>
      <span className={styles["features"]}>
        {planWords[plan].features.map((feature) => (
          <span key={feature} className={styles["feature"]}>
            <IconCheck size={16} stroke={2.5} aria-hidden="true" />
            {feature}
          </span>
        ))}
      </span>
      {children}
    </span>
  );
}
