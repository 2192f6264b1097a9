import { useAtomValue } from "jotai";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { missingScreenWords as words } from "#words/screens/navigation";
import { missingPartsAtom } from "./lazy-screen";

/** Says so if it waits for the network. */
export const PendingScreen = () =>
  useAtomValue(missingPartsAtom) > 0 ? (
    <output>
      <NotePage title={words.title} text={words.text} />
    </output>
  ) : (
    <FullPageSpinner />
  );
