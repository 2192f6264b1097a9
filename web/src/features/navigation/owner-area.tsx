import { type ReactNode, useEffect } from "react";
import { type DeviceAccount, onAccountLeft } from "#local-store/device";
import { finishLeaving } from "#local-store/opened-account";
import { forgetSetupAnswers } from "#local-store/setup-answers";
import { OwnerProvider } from "#sync/owner-context.tsx";
import { afterFirstScreen, firstScreen } from "#ui/first-screen";
import { followAnotherTab } from "#workbench/sign-out-state";
import { AppBadge } from "./app-badge";
import { RefusalToasts } from "./refusal-toasts";
import { StoreGate } from "./store-gate";

/** Everything that needs an owner stands in here, with or without the navigation. */
export function OwnerArea({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  useEffect(() => void firstScreen.then(finishLeaving), []);
  useEffect(
    () =>
      afterFirstScreen(() =>
        onAccountLeft(account.userId, (isDiscarded) => {
          // Each tab keeps its own. A store that is not open here does not hear that it is deleted.
          if (isDiscarded) forgetSetupAnswers(account.userId);
          followAnotherTab();
        }),
      ),
    [account.userId],
  );
  return (
    <OwnerProvider key={account.userId} account={account}>
      <StoreGate>{children}</StoreGate>
      <RefusalToasts />
      <AppBadge />
    </OwnerProvider>
  );
}
