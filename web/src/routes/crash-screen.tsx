import { Button } from "@mantine/core";
import { troubleOf } from "#local-store/store-trouble";
import { NotePage } from "#ui/note-page.tsx";
import { crashWords } from "#words/navigation";
import { storeWords } from "#words/store";

/** A bug, or a storage that does not open. What broke is in the console; people are told what is true: nothing saved is lost. */
export const CrashScreen = ({ error }: { error: unknown }) => {
  const isStore = troubleOf(error) !== null;
  return (
    <NotePage title={isStore ? storeWords.crashTitle : crashWords.title} text={isStore ? storeWords.crashText : crashWords.text}>
      <Button onClick={() => location.reload()}>{isStore ? storeWords.tryAgain : crashWords.reload}</Button>
    </NotePage>
  );
};
