import { Button } from "@mantine/core";
import { IconClipboardPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { useOwner } from "#session/owner-context.tsx";
import { isIosDevice } from "#domain/pwa/install-offer";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { shareInboxWords as words } from "#words/links/share-inbox";
import { clipboardContent } from "./clipboard-content";

export function PasteButton() {
  const { userId } = useOwner().account;
  const navigate = useNavigate();
  if (!canPaste()) return null;
  const paste = async () => {
    const content = await clipboardContent(navigator.clipboard);
    if (!content) return showToast({ title: words.nothingToPaste });
    await (await openShareInbox()).add(content, userId, Date.now());
    await navigate({ to: "/share" });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconClipboardPlus size={20} />}
      onClick={() => void paste().catch((error: unknown) => showError(errorWords(error)))}
    >
      {words.paste}
    </Button>
  );
}

export const canPaste = (): boolean =>
  isIosDevice(navigator.userAgent, navigator.maxTouchPoints) && "clipboard" in navigator;
