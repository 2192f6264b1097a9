import { type ReactNode, useEffect } from "react";
import { type DeviceAccount, onAccountLeft } from "#local-store/device";
import { OwnerProvider } from "#sync/owner-context.tsx";
import { navigationWords } from "#words/navigation";
import { followAnotherTab } from "./leaving";
import { RefusalToasts } from "./refusal-toasts";
import { SideNavigation } from "./side-navigation";
import styles from "./signed-in-layout.module.css";
import { StorageNotice } from "./storage-notice";
import { SyncAnnouncer } from "./sync-announcer";

export function SignedInLayout({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  useEffect(() => onAccountLeft(account.userId, followAnotherTab), [account.userId]);
  return (
    <OwnerProvider key={account.userId} account={account}>
      <a href="#content" className={styles["skip"]}>{navigationWords.skip}</a>
      <SideNavigation />
      <div className={styles["page"]}><StorageNotice />{children}</div>
      <SyncAnnouncer />
      <RefusalToasts />
    </OwnerProvider>
  );
}
