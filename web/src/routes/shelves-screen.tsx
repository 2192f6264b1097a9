import { Screen } from "#features/navigation/screen.tsx";
import { MyShelv } from "#features/shelves/my-shelv.tsx";
import { shelvesWords } from "#words/shelves";

export const ShelvesScreen = () => <Screen title={shelvesWords.title}><MyShelv /></Screen>;
