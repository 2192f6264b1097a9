import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useAtomValue } from "jotai";
import { Button } from "@mantine/core";
import { AppUpdate } from "#features/app-update/app-update.tsx";
import { afterFirstScreen, markFirstScreen } from "#boot/first-screen";
import { InstallBanner } from "#domain/pwa/install-banner.tsx";
import { Notices } from "#ui/feedback/notices.tsx";
import { OfflineNotice } from "#ui/feedback/offline-notice.tsx";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { crashWords, missingScreenWords as words } from "#words/screens/navigation";
import { missingPartsAtom } from "#routes/loading/lazy-screen";
import { storageErrorKind } from "#local-store/storage-errors";
import { useOnline } from "#platform/react/use-online";
import { SessionUnknown } from "#session/session-unknown";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";
import { firstSyncWords as sessionWords } from "#words/first-sync";
import { pageWords } from "@shelv/public-page/text/page-words";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { announcementAtom, toastAtom } from "#ui/feedback/toast";

export function RootScreen() {
  useEffect(markFirstScreen, []);
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <Notices>
        <AppUpdate />
        <DeferredInstallBanner />
      </Notices>
      <Toaster />
      <Announcer />
    </>
  );
}

function DeferredInstallBanner() {
  const [mayOffer, setMayOffer] = useState(false);
  useEffect(
    () =>
      afterFirstScreen(() => {
        setMayOffer(true);
        return () => undefined;
      }),
    [],
  );
  return mayOffer ? <InstallBanner /> : null;
}

export const PendingScreen = () =>
  useAtomValue(missingPartsAtom) > 0 ? (
    <output>
      <NotePage title={words.title} text={words.text} />
    </output>
  ) : (
    <FullPageSpinner />
  );

export function CrashScreen({ error }: { error: unknown }) {
  if (error instanceof SessionUnknown) return <SessionUnknownScreen />;
  const trouble = storageErrorKind(error);
  if (trouble !== null) return <StoreSilentPage isFull={trouble === "full"} />;
  return (
    <NotePage title={crashWords.title} text={crashWords.text}>
      <Button onClick={() => location.reload()}>{crashWords.reload}</Button>
    </NotePage>
  );
}

function SessionUnknownScreen() {
  const router = useRouter();
  const online = useOnline();
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    const ask = () => void router.invalidate();
    addEventListener("online", ask);
    return () => removeEventListener("online", ask);
  }, [router]);
  const tryAgain = async () => {
    setTrying(true);
    await router.invalidate();
    setTrying(false);
  };
  return (
    <NotePage
      title={online ? sessionWords.serverTitle : sessionWords.offlineTitle}
      text={online ? sessionWords.serverText : sessionWords.offlineText}
    >
      <AriaDisabledButton isLoading={isTrying} onClick={() => void tryAgain()}>
        {sessionWords.tryAgain}
      </AriaDisabledButton>
    </NotePage>
  );
}

export const NotFoundScreen = () => (
  <NotePage title={pageWords.nothing} text={pageWords.nothingText}>
    <Button component="a" href="/">
      {pageWords.nothingHome}
    </Button>
  </NotePage>
);

/** If the code cannot load, there is no place for an error note. */
const Toasts = lazyComponent(async () => (await import("#ui/feedback/toasts.tsx")).Toasts, {
  Missing: () => null,
});

/** The same text again is a new element, so that it is read again. */
function Announcer() {
  const announcement = useAtomValue(announcementAtom);
  return (
    <output className="visually-hidden">
      {announcement && <span key={announcement.id}>{announcement.text}</span>}
    </output>
  );
}

function Toaster() {
  const toast = useAtomValue(toastAtom);
  const [wasNeeded, setNeeded] = useState(false);
  if (toast !== null && !wasNeeded) setNeeded(true);
  return wasNeeded ? <Toasts /> : null;
}
