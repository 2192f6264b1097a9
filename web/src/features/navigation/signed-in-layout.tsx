import type { ReactNode } from "react";
import { LeaveGuard } from "#navigation/leave-guard.tsx";
import { navigationWords } from "#words/navigation";
import { SideNavigation } from "./side-navigation";
import styles from "./signed-in-layout.module.css";
import { StorageNotice } from "./storage-notice";
import { SuspensionNotice } from "./suspension-notice";
import { SyncAnnouncer } from "./sync-announcer";

export const SignedInLayout = ({ children }: { children: ReactNode }) => (
  <>
    <a href="#content" className={styles["skip"]}>
      {navigationWords.skip}
    </a>
    <SideNavigation />
    <div className={styles["page"]}>
      <StorageNotice />
      <SuspensionNotice />
      {children}
    </div>
    <SyncAnnouncer />
    <LeaveGuard />
  </>
);
