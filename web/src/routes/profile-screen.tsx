import { Screen } from "#features/navigation/screen.tsx";
import { ProfilePage } from "#features/profile/profile-page.tsx";
import { profileWords } from "#words/profile";

export const ProfileScreen = () => (
  <Screen title={profileWords.screen}>
    <ProfilePage />
  </Screen>
);
