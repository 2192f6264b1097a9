import { BackLink } from "#ui/buttons/back-link.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { RecentlyDeleted } from "#features/recently-deleted/recently-deleted.tsx";
import { deletedWords } from "#words/screens/recently-deleted";

export const RecentlyDeletedScreen = () => (
  <Screen
    title={deletedWords.title}
    back={
      <BackLink to="/account" search={{ tab: "settings" }}>
        {deletedWords.back}
      </BackLink>
    }
  >
    <RecentlyDeleted />
  </Screen>
);
