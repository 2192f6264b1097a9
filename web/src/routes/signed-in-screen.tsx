import { SCREEN_PATHS } from "@shelv/contract/paths";
import { getRouteApi, Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LogoutButton } from "#features/navigation/logout-button.tsx";
import { OwnerArea } from "#features/navigation/owner-area.tsx";
import { SignedInLayout } from "#features/navigation/signed-in-layout.tsx";
import { SetupGuard } from "#features/onboarding/setup-guard.tsx";
import { usePathname } from "#navigation/use-pathname";
import { afterFirstScreen } from "#boot/first-screen";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import styles from "#domain/share-inbox/share-inbox-status.module.css";

const route = getRouteApi("/signed-in");

export function SignedInScreen() {
  const account = route.useRouteContext({ select: (context) => context.account });
  const pathname = usePathname();
  const isOpen = pathname === SCREEN_PATHS.unsaved;
  return (
    <OwnerArea account={account}>
      <SetupGuard isOpen={isOpen} wayOut={<LogoutButton />}>
        <SignedInLayout notice={pathname !== SCREEN_PATHS.share && <ShareInboxStatus />}>
          <Outlet />
        </SignedInLayout>
      </SetupGuard>
    </OwnerArea>
  );
}

const ShareInboxNotice = lazyComponent(
  async () => (await import("#domain/share-inbox/share-inbox-notice.tsx")).ShareInboxNotice,
  {
    afterMs: 0,
    Missing: () => null,
  },
);

function ShareInboxStatus() {
  const [isTime, setTime] = useState(false);
  useEffect(
    () =>
      afterFirstScreen(() => {
        setTime(true);
        return () => undefined;
      }),
    [],
  );
  return <output className={styles["region"]}>{isTime && <ShareInboxNotice />}</output>;
}
