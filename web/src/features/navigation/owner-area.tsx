import { type ReactNode, useEffect, useState } from "react";
import { finishLeaving } from "#accounts/account-lifecycle";
import { type DeviceAccount, onAccountLeft } from "#accounts/current-account";
import { forgetSetupAnswers } from "#accounts/setup-answers";
import { afterFirstScreen, firstScreen } from "#boot/first-screen";
import { followAnotherTab } from "#navigation/sign-out-state";
import { claimUnshown, groupRejected, rejectedCount } from "#outbox/rejected-groups";
import { showBadge } from "#platform/app-badge";
import { OwnerProvider, useOwner } from "#session/owner-context.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { uncutItemIds } from "#local-store/queries";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";
import { queueIdleTask } from "#platform/wait";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";
import { showError } from "#ui/feedback/toast";
import { rejectedText } from "./rejected-text";

/** Wraps every screen that needs an owner. */
export function OwnerArea({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  useEffect(() => void firstScreen.then(finishLeaving), []);
  useEffect(
    () =>
      afterFirstScreen(() =>
        onAccountLeft(account.userId, (isDiscarded) => {
          // Tabs have their own answers, and no event reports the deletion of a store that is not open here.
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

/** Cut-outs of pictures that the server took from pages. */
function LinkPictures() {
  const owner = useOwner();
  const ids = useLiveQueryFor("later", uncutItemIds) ?? NONE;
  useEffect(() => {
    if (ids.length === 0) return;
    queueIdleTask(async () => {
      const { cutOutLinkPictures } = await import("#domain/background-removal/cut-out-link-pictures");
      await owner.readStore(async (store) => void cutOutLinkPictures({ ...owner, store }, ids));
    });
  }, [owner, ids]);
  return null;
}

const NONE: readonly string[] = [];

function AppBadge() {
  const { isKnown, rejected } = useSyncStatus();
  useEffect(() => {
    if (isKnown) void showBadge(rejected);
  }, [isKnown, rejected]);
  return null;
}

/** Once for each rejected change, in the visible tab. */
function RejectedToasts() {
  const { readStore } = useOwner();
  const rejected = useLiveQuery(rejectedCount);

  useEffect(() => {
    const tell = async () => {
      if (document.visibilityState === "hidden") return;
      const text = rejectedText(groupRejected(await readStore(claimUnshown)));
      if (text !== null) showError(text);
    };
    // If the store fails, the toast comes next time.
    const notifyIfVisible = () => void tell().catch(() => undefined);
    if (rejected) notifyIfVisible();
    document.addEventListener("visibilitychange", notifyIfVisible);
    return () => document.removeEventListener("visibilitychange", notifyIfVisible);
  }, [readStore, rejected]);

  return null;
}

/** Shows why the store does not open, until it first answers. */
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
