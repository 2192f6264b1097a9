import { useAtomValue } from "jotai";
import { FullPageSpinner } from "#ui/full-page-spinner.tsx";
import { NotePage } from "#ui/note-page.tsx";
import { missingScreenWords as words } from "#words/navigation";
import { missingPartsAtom } from "./lazy-screen";

/** In the place of a screen that is on its way; it says so where the network has to come back first, and the screen follows by itself. */
export const PendingScreen = () =>
  useAtomValue(missingPartsAtom) > 0 ? (
    <output>
      <NotePage title={words.title} text={words.text} />
    </output>
  ) : (
    <FullPageSpinner />
  );
