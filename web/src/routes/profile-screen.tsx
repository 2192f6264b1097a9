import { Screen } from "#features/navigation/header/screen.tsx";
import { ProfilePage } from "#features/profile/profile-page.tsx";
import { profileWords } from "#words/screens/profile";

export const ProfileScreen = () => (
  <Screen title={profileWords.screen}>
    <ProfilePage />
  </Screen>
);
