import { Button } from "@mantine/core";
import { NotePage } from "#ui/note-page.tsx";
import { notFoundWords } from "#words/navigation";

export const NotFoundScreen = () => (
  <NotePage title={notFoundWords.title} text={notFoundWords.text}>
    <Button component="a" href="/">{notFoundWords.home}</Button>
  </NotePage>
);
