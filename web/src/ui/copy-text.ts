import { copyWords as words } from "#words/actions";
import { showError, showToast } from "./toast";

type CopyWays = { done?: string; shownIn: () => Element | null };

/**
 * Copies a text. A browser may refuse, and a page without a certificate has no clipboard at all: then what `shownIn` finds, which
 * shows the text, is selected, to be copied by hand.
 */
export async function copyText(text: string, { done = words.copied, shownIn }: CopyWays): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: done });
  } catch {
    const shown = shownIn();
    if (shown) getSelection()?.selectAllChildren(shown);
    showError(words.byHand, words.refused);
  }
}
