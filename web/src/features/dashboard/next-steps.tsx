import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { itemCounts, profileOf, savedTemplate } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { dashboardWords } from "#words/screens/dashboard";
import styles from "./next-steps.module.css";

const words = dashboardWords.next;

/** For an owner whose page nobody has visited yet. Steps that the setup did are ticked. */
export function NextSteps() {
  const counts = useLiveQuery(itemCounts);
  const profile = useLiveQuery(profileOf);
  const template = useLiveQuery(savedTemplate);
  if (!counts || !profile || template === undefined) return null;
  const hasItem = [...counts.values()].some((count) => count > 0);
  const hasPicture = profile.picture !== null;
  return (
    <section className={styles["panel"]} aria-labelledby="next-heading">
      <h2 id="next-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <ol role="list" className={styles["list"]}>
        <Step {...words.link} isDone={hasItem}>
          <Link to="/items" search={{ item: "new" }} className={styles["link"]}>
            {words.link.name}
          </Link>
        </Step>
        {hasPicture ? (
          <Step {...words.look} isDone={template !== null}>
            <Link to="/appearance" className={styles["link"]}>
              {words.look.name}
            </Link>
          </Step>
        ) : (
          <Step {...words.picture} isDone={false}>
            <Link to="/account" className={styles["link"]}>
              {words.picture.name}
            </Link>
          </Step>
        )}
        <Step {...words.share} isDone={false}>
          <button type="button" className={styles["link"]} onClick={() => openShareSheet("share")}>
            {words.share.name}
          </button>
        </Step>
      </ol>
    </section>
  );
}

type StepProps = { name: string; text: string; isDone: boolean; children: ReactNode };

const Step = ({ name, text, isDone, children }: StepProps) => {
  const Mark = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={styles["step"]} data-done={isDone || undefined}>
      <Mark className={styles["mark"]} size={24} aria-hidden="true" />
      <span className={styles["words"]}>
        {isDone ? (
          <span className={styles["name"]}>
            {name} <span className="visually-hidden">({words.done})</span>
          </span>
        ) : (
          children
        )}
        {!isDone && <span className={styles["text"]}>{text}</span>}
      </span>
    </li>
  );
};
