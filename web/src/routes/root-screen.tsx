import { Outlet } from "@tanstack/react-router";
import { AppUpdate } from "#features/app-update/app-update.tsx";
import { InstallBanner } from "#ui/install-banner.tsx";
import { Notices } from "#ui/notices.tsx";
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { Toaster } from "#ui/toaster.tsx";

export const RootScreen = () => (
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
