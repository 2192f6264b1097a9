import { AppearancePage } from "#features/appearance/appearance-page.tsx";
import { Screen } from "#features/navigation/screen.tsx";
import { appearanceWords } from "#words/appearance";

export const AppearanceScreen = () => <Screen title={appearanceWords.title} isWide><AppearancePage /></Screen>;
