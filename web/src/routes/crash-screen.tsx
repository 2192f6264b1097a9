import { Button } from "@mantine/core";
import { troubleOf } from "#local-store/storage-errors";
import { SessionUnknown } from "#sync/session-unknown";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";
import { crashWords } from "#words/navigation";
import { SessionUnknownScreen } from "./session-unknown-screen";

/** For a bug, a storage that does not open, or an unknown session. The error is in the console; the owner reads that nothing saved is lost. */
export function CrashScreen({ error }: { error: unknown }) {
  if (error instanceof SessionUnknown) return <SessionUnknownScreen />;
  const trouble = troubleOf(error);
  if (trouble !== null) return <StoreSilentPage isFull={trouble === "full"} />;
  return (
    <NotePage title={crashWords.title} text={crashWords.text}>
      <Button onClick={() => location.reload()}>{crashWords.reload}</Button>
    </NotePage>
  );
}
