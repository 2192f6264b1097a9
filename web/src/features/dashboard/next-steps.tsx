import {
  type Icon,
  IconCheck,
  IconChevronRight,
  IconLink,
  IconPalette,
  IconShare3,
  IconUserCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { itemCounts, profileOf, savedTemplate } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { dashboardWords } from "#words/screens/dashboard";
import styles from "./next-steps.module.css";

const words = dashboardWords.next;

/** For an owner whose page had no visit yet. Steps that the setup did are ticked, the next is marked. */
export function NextSteps() {
  const counts = useLiveQuery(itemCounts);
  const profile = useLiveQuery(profileOf);
  const template = useLiveQuery(savedTemplate);
  if (!counts || !profile || template === undefined) return null;
  const hasItem = [...counts.values()].some((count) => count > 0);
  const hasPicture = profile.picture !== null;
  const isLookDone = hasPicture && template !== null;
  return (
    <section className={styles["panel"]} aria-labelledby="next-heading">
      <h2 id="next-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <ol role="list" className={styles["list"]}>
        <Step {...words.link} StepIcon={IconLink} isDone={hasItem} isNext={!hasItem}>
          <Link to="/items" search={{ item: "new" }} className={styles["link"]}>
            {words.link.name}
          </Link>
        </Step>
        <Step
          {...(hasPicture ? words.look : words.picture)}
          StepIcon={hasPicture ? IconPalette : IconUserCircle}
          isDone={isLookDone}
          isNext={hasItem && !isLookDone}
        >
          <Link to={hasPicture ? "/appearance" : "/account"} className={styles["link"]}>
            {hasPicture ? words.look.name : words.picture.name}
          </Link>
        </Step>
        <Step {...words.share} StepIcon={IconShare3} isDone={false} isNext={hasItem && isLookDone}>
          <button type="button" className={styles["link"]} onClick={() => openShareSheet("share")}>
            {words.share.name}
          </button>
        </Step>
      </ol>
    </section>
  );
}

type StepProps = {
  name: string;
  text: string;
  StepIcon: Icon;
  isDone: boolean;
  isNext: boolean;
  children: ReactNode;
};

const Step = ({ name, text, StepIcon, isDone, isNext, children }: StepProps) => {
  const Mark = isDone ? IconCheck : StepIcon;
  return (
    <li
      className={styles["step"]}
      aria-current={isNext ? "step" : undefined}
      data-done={isDone || undefined}
      data-next={isNext || undefined}
    >
      <span className={`icon-tile ${styles["tile"]}`} aria-hidden="true">
        <Mark size={22} />
      </span>
      <span className={styles["words"]}>
        {isDone ? (
          <span className={styles["name"]}>
            {name} <span className="visually-hidden">({words.done})</span>
          </span>
        ) : (
          <>
            {children}
            <span className={styles["text"]}>{text}</span>
          </>
        )}
      </span>
      {!isDone && <IconChevronRight size={20} aria-hidden="true" />}
    </li>
  );
};
