import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { dashboardWords as words } from "#words/screens/dashboard";
import { shelvesWords } from "#words/screens/shelves";
import styles from "./first-shelf.module.css";

export const FirstShelf = () => (
  <EmptyShelf title={shelvesWords.emptyTitle} text={shelvesWords.emptyText}>
    <div className={styles["ways"]}>
      <LinkButton to="/onboarding/$step" params={{ step: "goal-selection" }}>
        {words.setup}
      </LinkButton>
      <LinkButton to="/appearance" variant="default">
        {words.theme}
      </LinkButton>
    </div>
  </EmptyShelf>
);
