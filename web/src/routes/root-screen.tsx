import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AppUpdate } from "#features/app-update/app-update.tsx";
import { afterFirstScreen, firstScreenStands } from "#ui/first-screen";
import { InstallBanner } from "#ui/install-banner.tsx";
import { Notices } from "#ui/notices.tsx";
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { whenIdle } from "#ui/when-idle";

export function RootScreen() {
  useEffect(firstScreenStands, []);
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <Notices>
        <AppUpdate />
        <LaterInstallBanner />
      </Notices>
      <Toaster />
    </>
  );
}

/** What was opened comes first. */
function LaterInstallBanner() {
  const [mayOffer, setMayOffer] = useState(false);
  useEffect(() => afterFirstScreen(() => {
    let isGone = false;
    whenIdle(() => !isGone && setMayOffer(true));
    return () => {
      isGone = true;
    };
  }), []);
  return mayOffer ? <InstallBanner /> : null;
}
