import { Screen } from "#features/navigation/header/screen.tsx";
import { useTrayCount } from "#domain/tray/use-tray-count";
import { RejectedTray } from "#features/rejected-changes/rejected-tray.tsx";

export const RejectedChangesScreen = () => (
  <Screen title={useTrayCount().name}>
    <RejectedTray />
  </Screen>
);
