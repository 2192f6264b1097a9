import { Button } from "@mantine/core";
import { NotePage } from "#ui/note-page.tsx";
import { crashWords } from "#words/navigation";

/** A bug. What broke is in the console; people are told what is true: nothing saved is lost. */
export const CrashScreen = () => (
  <NotePage title={crashWords.title} text={crashWords.text}>
    <Button onClick={() => location.reload()}>{crashWords.reload}</Button>
  </NotePage>
);
