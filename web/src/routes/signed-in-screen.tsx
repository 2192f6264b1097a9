import { SCREEN_PATHS } from "@shelv/contract/paths";
import { getRouteApi, Outlet, useLocation } from "@tanstack/react-router";
import { LogoutButton } from "#features/navigation/logout-button.tsx";
import { OwnerArea } from "#features/navigation/owner-area.tsx";
import { SignedInLayout } from "#features/navigation/signed-in-layout.tsx";
import { SetupGuard } from "#features/onboarding/setup-guard.tsx";
import { ShareInboxStatus } from "#domain/share-inbox/share-inbox-status.tsx";

const route = getRouteApi("/signed-in");

export function SignedInScreen() {
  const { account } = route.useRouteContext();
  const { pathname } = useLocation();
  // A rejected setup is in the tray, with all that was typed.
  const isOpen = pathname === SCREEN_PATHS.unsaved;
  return (
    <OwnerArea account={account}>
      <SetupGuard isOpen={isOpen} wayOut={<LogoutButton />}>
        <SignedInLayout>
          {pathname !== SCREEN_PATHS.share && <ShareInboxStatus />}
          <Outlet />
        </SignedInLayout>
      </SetupGuard>
    </OwnerArea>
  );
}
