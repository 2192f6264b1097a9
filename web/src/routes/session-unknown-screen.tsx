import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { useOnline } from "#platform/use-online";
import { firstSyncWords as words } from "#words/first-sync";

/** Neither this device nor the server can say whose screen this is. Tries again when the network is back. */
export function SessionUnknownScreen() {
  const router = useRouter();
  const online = useOnline();
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    const ask = () => void router.invalidate();
    addEventListener("online", ask);
    return () => removeEventListener("online", ask);
  }, [router]);
  const tryAgain = async () => {
    setTrying(true);
    await router.invalidate();
    setTrying(false);
  };
  return (
    <NotePage
      title={online ? words.serverTitle : words.offlineTitle}
      text={online ? words.serverText : words.offlineText}
    >
      <AriaDisabledButton isLoading={isTrying} onClick={() => void tryAgain()}>
        {words.tryAgain}
      </AriaDisabledButton>
    </NotePage>
  );
}
