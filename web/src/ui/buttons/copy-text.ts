import { copyWords as words } from "#words/actions";
import { showError, showToast } from "#ui/feedback/toast";

type CopyOptions = { done?: string; shownIn: () => Element | null };

/** If the browser refuses, or has no clipboard (no HTTPS), selects the text in `shownIn`, to copy by hand. */
export async function copyText(text: string, { done = words.copied, shownIn }: CopyOptions): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: done });
  } catch {
    const shown = shownIn();
    if (shown) getSelection()?.selectAllChildren(shown);
    showError(words.byHand, words.refused);
  }
}
