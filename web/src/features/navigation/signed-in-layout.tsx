import type { ReactNode } from "react";
import type { DeviceAccount } from "#local-store/device";
import { OwnerProvider } from "#sync/owner-context.tsx";
import { navigationWords } from "#words/navigation";
import { SideNavigation } from "./side-navigation";
import styles from "./signed-in-layout.module.css";

export const SignedInLayout = ({ account, children }: { account: DeviceAccount; children: ReactNode }) => (
  <OwnerProvider key={account.userId} account={account}>
    <a href="#content" className={styles["skip"]}>{navigationWords.skip}</a>
    <SideNavigation />
    <div className={styles["page"]}>{children}</div>
  </OwnerProvider>
);
