import { copyWords as words } from "#words/actions";
import { showError, showToast } from "#ui/feedback/toast";

type CopyWays = { done?: string; shownIn: () => Element | null };

/**
 * Copies a text. A browser may refuse, and a page without HTTPS has no clipboard: then the element from `shownIn`, which
 * shows the text, is selected so that the owner can copy it by hand.
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
