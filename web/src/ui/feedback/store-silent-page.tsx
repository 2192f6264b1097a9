import { Button } from "@mantine/core";
import { storeWords } from "#words/store";
import { NotePage } from "./note-page";

export const StoreSilentPage = ({ isFull = false }: { isFull?: boolean }) => (
  <NotePage
    title={isFull ? storeWords.fullTitle : storeWords.silentTitle}
    text={isFull ? storeWords.fullText : storeWords.silentText}
  >
    <Button onClick={() => location.reload()}>{storeWords.tryAgain}</Button>
  </NotePage>
);
