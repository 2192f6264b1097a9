import { type ReactNode, useEffect } from "react";
import { type DeviceAccount, onAccountLeft } from "#accounts/current-account";
import { finishLeaving } from "#accounts/account-lifecycle";
import { forgetSetupAnswers } from "#accounts/setup-answers";
import { OwnerProvider } from "#sync/owner-context.tsx";
import { afterFirstScreen, firstScreen } from "#boot/first-screen";
import { followAnotherTab } from "#navigation/sign-out-state";
import { AppBadge } from "./app-badge";
import { RejectedToasts } from "./rejected-toasts";
import { StoreGate } from "./store-gate";

/** Wraps every screen that needs an owner, with or without the navigation. */
export function OwnerArea({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  useEffect(() => void firstScreen.then(finishLeaving), []);
  useEffect(
    () =>
      afterFirstScreen(() =>
        onAccountLeft(account.userId, (isDiscarded) => {
          // Each tab has its own answers. A store that is not open in this tab gets no event when it is deleted.
          if (isDiscarded) forgetSetupAnswers(account.userId);
          followAnotherTab();
        }),
      ),
    [account.userId],
  );
  return (
    <OwnerProvider key={account.userId} account={account}>
      <StoreGate>{children}</StoreGate>
      <RejectedToasts />
      <AppBadge />
    </OwnerProvider>
  );
}
