import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconDatabaseOff, IconEyeOff } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useSyncStatus } from "#session/use-sync-status";
import { type SyncPhase, syncPhase } from "#sync/sync-status";
import { navigationWords } from "#words/screens/navigation";
import { OwnerTints } from "./owner-tints";
import { SideNavigation } from "./side-navigation";
import styles from "./signed-in-layout.module.css";
import { TabBar } from "./tab-bar";
import { syncText } from "#features/navigation/header/sync-text";
import { isMemoryOnly } from "#local-store/storage-fallback";
import { storeWords } from "#words/store";
import { isSigningOut } from "#navigation/sign-out-state";
import { accountOf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { hasDirtyForms, leaveQuestionAtom, mayLeaveForms } from "#ui/forms/dirty-forms";
import { closeTopmostOnBack } from "#ui/dialogs/close-on-back";
import { leaveWords } from "#words/actions";
import { leavesScreen } from "#navigation/leaves-screen";
import { closeShareSheet, shareSheetAtom } from "#domain/page-link/share-sheet-state";
import { Modal } from "#ui/dialogs/modal.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { pageLinkWords } from "#words/links/page-link";

type SignedInLayoutProps = {
  notice: ReactNode;
  children: ReactNode;
};

export const SignedInLayout = ({ notice, children }: SignedInLayoutProps) => (
  <>
    <a href="#content" className={styles["skip"]}>
      {navigationWords.skip}
    </a>
    <OwnerTints />
    <SideNavigation />
    <div className={styles["page"]}>
      <StorageNotice />
      <SuspensionNotice />
      {notice}
      {children}
    </div>
    <TabBar />
    <PageShareSheet />
    <SyncAnnouncer />
    <LeaveGuard />
  </>
);

const ShareSheet = lazyComponent(async () => (await import("#domain/page-link/share-sheet.tsx")).ShareSheet, {
  Missing: MissingSheet,
});

/** Outside the screens: it opens after the form of a screen that is gone. */
function PageShareSheet() {
  return useAtomValue(shareSheetAtom) === null ? null : <ShareSheet />;
}

function MissingSheet({ note }: { note: ReactNode }) {
  const isOpen = useAtomValue(shareSheetAtom)?.isOpen ?? false;
  return (
    <Modal isOpen={isOpen} title={pageLinkWords.share} onClose={closeShareSheet}>
      {note}
    </Modal>
  );
}

const SETTLED_AFTER_MS = 1500;

/**
 * Announces when the kind of sync state changes: not each change, and not the first. Outside the screens, so
 * that it stays mounted.
 */
function SyncAnnouncer() {
  const status = useSyncStatus();
  const phase = syncPhase(status);
  const text = syncText(status);
  const announced = useRef<SyncPhase | null>(null);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    if (!status.isKnown) return undefined;
    const timer = setTimeout(() => {
      if (announced.current !== null && announced.current !== phase) setAnnouncement(text);
      announced.current = phase;
    }, SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status.isKnown, phase, text]);

  return <output className="visually-hidden">{announcement}</output>;
}

function StorageNotice() {
  const { pending, rejected } = useSyncStatus();
  const wouldLose = isMemoryOnly() && pending + rejected > 0;

  useEffect(() => {
    if (!wouldLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSigningOut()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [wouldLose]);

  if (!isMemoryOnly()) return null;
  return (
    <output className={styles["notice"]}>
      <IconDatabaseOff size={18} aria-hidden="true" />
      {storeWords.isMemoryOnly}
    </output>
  );
}

function SuspensionNotice() {
  const reason = useLiveQuery(accountOf)?.suspension;
  if (reason === undefined) return null;
  return (
    <output className={styles["notice"]}>
      <IconEyeOff size={18} aria-hidden="true" />
      <span>{navigationWords.suspended(reason)}</span>
    </output>
  );
}

/**
 * Asks before a link, Back or closing the tab discards typed text; dialogs ask in ui/dialogs/form-dialog.tsx.
 * Back first closes the topmost overlay.
 */
function LeaveGuard() {
  const question = useAtomValue(leaveQuestionAtom);
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) =>
      (action === "BACK" && closeTopmostOnBack()) ||
      (leavesScreen(current, next) && !(await mayLeaveForms())),
    enableBeforeUnload: () => hasDirtyForms() && !isSigningOut(),
  });
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={leaveWords.title}
      text={leaveWords.text}
      confirm={leaveWords.leave}
      cancel={leaveWords.stay}
      isAboutLeaving
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  );
}
