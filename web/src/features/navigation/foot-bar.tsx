import { IconLayoutDashboard } from "@tabler/icons-react";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { navigationWords } from "#words/screens/navigation";
import styles from "./foot-bar.module.css";
import { PreviewButton } from "#features/navigation/header/preview-button.tsx";

export const FootBar = () => (
  <nav className={styles["bar"]} aria-label={navigationWords.quickWays}>
    <PreviewButton />
    <LinkButton to="/dashboard" variant="default" leftSection={<IconLayoutDashboard size={18} />}>
      {navigationWords.dashboard}
    </LinkButton>
  </nav>
);
