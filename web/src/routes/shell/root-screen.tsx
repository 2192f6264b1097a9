import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AppUpdate } from "#features/app-update/app-update.tsx";
import { afterFirstScreen, markFirstScreen } from "#boot/first-screen";
import { InstallBanner } from "#domain/pwa/install-banner.tsx";
import { Notices } from "#ui/feedback/notices.tsx";
import { OfflineNotice } from "#ui/feedback/offline-notice.tsx";
import { Toaster } from "#ui/feedback/toaster.tsx";

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
