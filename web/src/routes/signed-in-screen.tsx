import { SCREEN_PATHS } from "@shelv/contract/paths";
import { getRouteApi, Outlet, useLocation } from "@tanstack/react-router";
import { OwnerArea } from "#features/navigation/owner-area.tsx";
import { SignedInLayout } from "#features/navigation/signed-in-layout.tsx";
import { SetupGuard } from "#features/onboarding/setup-guard.tsx";
import { SharedWaiting } from "#workbench/shared-waiting.tsx";

const route = getRouteApi("/signed-in");

export function SignedInScreen() {
  const { account } = route.useRouteContext();
  const { pathname } = useLocation();
  const screen = <SignedInLayout>{pathname !== SCREEN_PATHS.share && <SharedWaiting />}<Outlet /></SignedInLayout>;
  // A setup that was refused waits in the tray, with everything that was typed.
  return <OwnerArea account={account}>{pathname === SCREEN_PATHS.unsaved ? screen : <SetupGuard>{screen}</SetupGuard>}</OwnerArea>;
}
