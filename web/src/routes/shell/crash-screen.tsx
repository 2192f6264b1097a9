import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { storageErrorKind } from "#local-store/storage-errors";
import { useOnline } from "#platform/react/use-online";
import { SessionUnknown } from "#session/session-account";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";
import { firstSyncWords as words } from "#words/first-sync";
import { crashWords } from "#words/screens/navigation";

/** A bug, a storage that does not open, or an unknown session. The owner reads that nothing saved is lost. */
export function CrashScreen({ error }: { error: unknown }) {
  if (error instanceof SessionUnknown) return <SessionUnknownScreen />;
  const trouble = storageErrorKind(error);
  if (trouble !== null) return <StoreSilentPage isFull={trouble === "full"} />;
  return (
    <NotePage title={crashWords.title} text={crashWords.text}>
      <Button onClick={() => location.reload()}>{crashWords.reload}</Button>
    </NotePage>
  );
}

/** Neither device nor server can say whose screen this is. Tries again when the network is back. */
function SessionUnknownScreen() {
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
