import { Button } from "@mantine/core";
import { itemFormWords as words } from "#words/screens/items";

/** Far above the longest address. */
const PASTED_MAX_LENGTH = 10_000;

type PasteUrlButtonProps = { onPaste: (text: string) => void; onProblem: (problem: string) => void };

/** Nothing in a browser that cannot read the clipboard. */
export function PasteUrlButton({ onPaste, onProblem }: PasteUrlButtonProps) {
  // Undefined outside secure contexts and in some browsers, whatever its type says.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined;
  if (!clipboard?.readText) return null;
  const paste = async () => {
    // Rejected without permission; browsers ask for it.
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text === null) return onProblem(words.pasteRefused);
    const trimmed = text.slice(0, PASTED_MAX_LENGTH).trim();
    return trimmed === "" ? onProblem(words.pasteEmpty) : onPaste(trimmed);
  };
  return (
    <Button variant="default" h={48} px={14} flex="none" onClick={() => void paste()}>
      {words.paste}
    </Button>
  );
}
