import { Screen } from "#features/navigation/screen.tsx";
import { UnsavedTray } from "#features/unsaved/unsaved-tray.tsx";
import { useUnsaved } from "#workbench/use-unsaved";

export const UnsavedScreen = () => (
  <Screen title={useUnsaved().name}>
    <UnsavedTray />
  </Screen>
);
