import { Screen } from "#features/navigation/screen.tsx";
import { UnsavedTray } from "#features/unsaved/unsaved-tray.tsx";
import { unsavedWords } from "#words/unsaved";

export const UnsavedScreen = () => <Screen title={unsavedWords.title}><UnsavedTray /></Screen>;
