import { CapturePage } from "#features/capture/capture-page.tsx";
import { BackLink } from "#ui/buttons/back-link.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { captureWords } from "#words/links/capture";

export const CaptureScreen = () => (
  <Screen
    title={captureWords.title}
    back={
      <BackLink to="/account" search={{ tab: "settings" }}>
        {captureWords.back}
      </BackLink>
    }
  >
    <CapturePage />
  </Screen>
);
