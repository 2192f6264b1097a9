import { Screen } from "#features/navigation/header/screen.tsx";
import { RejectedTray } from "#features/rejected-changes/rejected-tray.tsx";
import { useTrayCount } from "#domain/conflicts/use-tray-count";

export const RejectedChangesScreen = () => (
  <Screen title={useTrayCount().name}>
    <RejectedTray />
  </Screen>
);
