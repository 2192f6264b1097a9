import { type ReactNode, useEffect, useState } from "react";
import { finishLeaving } from "#accounts/account-lifecycle";
import { onAccountLeft } from "#accounts/current-account";
import type { DeviceAccount } from "#accounts/device-database";
import { forgetSetupAnswers } from "#accounts/setup-answers";
import { afterFirstScreen, firstScreen } from "#boot/first-screen";
import { LinkPictures } from "#domain/background-removal/link-pictures.tsx";
import { AppBadge } from "#domain/tray/app-badge.tsx";
import { RejectedToasts } from "#domain/tray/rejected-toasts.tsx";
import { followAnotherTab } from "#navigation/sign-out-state";
import { OwnerProvider } from "#session/owner-context.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";

export function OwnerArea({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  useEffect(() => void firstScreen.then(finishLeaving), []);
  useEffect(
    () =>
      afterFirstScreen(() =>
        onAccountLeft(account.userId, (isDiscarded) => {
          // Each tab has its own setup answers, and no event reports the deletion of a store that is not open
          // here.
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
      <LinkPictures />
    </OwnerProvider>
  );
}

function StoreGate({ children }: { children: ReactNode }) {
  const { isKnown, trouble } = useSyncStatus();
  const [hasAnswered, setAnswered] = useState(false);
  if (isKnown && !hasAnswered) setAnswered(true);

  return !isKnown && !hasAnswered && trouble !== null ? (
    <StoreSilentPage isFull={trouble === "full"} />
  ) : (
    children
  );
}
