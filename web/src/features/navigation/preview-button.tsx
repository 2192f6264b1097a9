import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import { useOwner } from "#sync/owner-context.tsx";
import { atMost } from "#ui/at-most";
import { hasOpenModal } from "#ui/open-modals";
import { navigationWords } from "#words/navigation";

/** Longer than a good network needs; after it the page is shown as the server knows it. */
const WAIT_FOR_SYNC_MS = 3000;

/** A real link to the public page. A plain click sends what is unsent first, so that the page shows it. */
export function PreviewButton() {
  const owner = useOwner();
  const [isSending, setSending] = useState(false);
  const router = useRouter();
  const href = `/${owner.account.username}`;

  const preview = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const asked = router.latestLocation.href;
    setSending(true);
    await atMost(WAIT_FOR_SYNC_MS, owner.syncNow());
    setSending(false);
    // Who asked for another screen or a dialog meanwhile wants to be there, also while that is still on its way.
    if (router.latestLocation.href === asked && !hasOpenModal()) location.assign(href);
  };

  return (
    <Button component="a" href={href} variant="light" loading={isSending} leftSection={<IconExternalLink size={18} />} onClick={(event) => void preview(event)}>
      {navigationWords.preview}
    </Button>
  );
}
