import { Button } from "@mantine/core";
import { IconCopy, IconShare3 } from "@tabler/icons-react";
import { copyText } from "#ui/buttons/copy-text";
import { showError } from "#ui/feedback/toast";
import { profileWords } from "#words/screens/profile";

const words = profileWords.link;

const NO_FAILURES = new Set(["AbortError", "InvalidStateError"]);

type LinkActionsProps = {
  link: string;
  name: string;
  shownIn: () => Element | null;
};

export function LinkActions({ link, name, shownIn }: LinkActionsProps) {
  const share = async () => {
    try {
      await navigator.share({ title: words.shareTitle(name), url: link });
    } catch (error) {
      if (!(error instanceof DOMException && NO_FAILURES.has(error.name))) showError(words.shareFailed);
    }
  };
  return (
    <>
      <Button
        leftSection={<IconCopy size={18} />}
        onClick={() => void copyText(link, { done: words.copied, shownIn })}
      >
        {words.copy}
      </Button>
      {"share" in navigator && (
        <Button variant="default" leftSection={<IconShare3 size={18} />} onClick={() => void share()}>
          {words.share}
        </Button>
      )}
    </>
  );
}
