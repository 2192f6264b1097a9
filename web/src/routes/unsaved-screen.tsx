import { Screen } from "#features/navigation/screen.tsx";
import { UnsavedTray } from "#features/unsaved/unsaved-tray.tsx";
import { useTrayCount } from "#workbench/use-tray-count";

export const UnsavedScreen = () => (
  <Screen title={useTrayCount().name}>
    <UnsavedTray />
  </Screen>
);
