import { Button } from "@mantine/core";
import { troubleOf } from "#local-store/store-trouble";
import { NotePage } from "#ui/note-page.tsx";
import { StoreSilentPage } from "#ui/store-silent-page.tsx";
import { crashWords } from "#words/navigation";

/** A bug, or a storage that does not open. What broke is in the console; people are told what is true: nothing saved is lost. */
export function CrashScreen({ error }: { error: unknown }) {
  const trouble = troubleOf(error);
  if (trouble !== null) return <StoreSilentPage isFull={trouble === "full"} />;
  return (
    <NotePage title={crashWords.title} text={crashWords.text}>
      <Button onClick={() => location.reload()}>{crashWords.reload}</Button>
    </NotePage>
  );
}
