import { LinkButton } from "#ui/link-button.tsx";
import { NotePage } from "#ui/note-page.tsx";
import { notFoundWords } from "#words/navigation";

export const NotFoundScreen = () => (
  <NotePage title={notFoundWords.title} text={notFoundWords.text}>
    <LinkButton to="/">{notFoundWords.home}</LinkButton>
  </NotePage>
);
