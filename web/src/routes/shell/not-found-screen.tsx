import { Button } from "@mantine/core";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { notFoundTexts } from "#words/catalogue";

export const NotFoundScreen = () => (
  <NotePage title={notFoundTexts.title} text={notFoundTexts.text}>
    <Button component="a" href="/">
      {notFoundTexts.home}
    </Button>
  </NotePage>
);
