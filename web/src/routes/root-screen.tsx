import { Outlet } from "@tanstack/react-router";
import { AppUpdate } from "#features/app-update/app-update.tsx";
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { Toaster } from "#ui/toaster.tsx";

export const RootScreen = () => (
  <>
    <OfflineNotice />
    <Outlet />
    <AppUpdate />
    <Toaster />
  </>
);
