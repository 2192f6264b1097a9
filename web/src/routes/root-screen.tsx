import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { AppUpdate } from "#features/app-update/app-update.tsx";
import { firstScreenStands } from "#ui/first-screen";
import { InstallBanner } from "#ui/install-banner.tsx";
import { Notices } from "#ui/notices.tsx";
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { Toaster } from "#ui/toaster.tsx";

export function RootScreen() {
  useEffect(firstScreenStands, []);
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <Notices>
        <AppUpdate />
        <InstallBanner />
      </Notices>
      <Toaster />
    </>
  );
}
