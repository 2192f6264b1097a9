import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useOwner } from "#sync/owner-context.tsx";
import { atMost } from "#ui/at-most";
import { navigationWords } from "#words/navigation";

/** Longer than a good network needs; after it the page is shown as the server knows it. */
const WAIT_FOR_SYNC_MS = 3000;

/** A real link to the public page. A plain click sends what is unsent first, so that the page shows it. */
export function PreviewButton() {
  const owner = useOwner();
  const [isSending, setSending] = useState(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const href = `/${owner.account.username}`;

  const preview = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setSending(true);
    await atMost(WAIT_FOR_SYNC_MS, owner.syncNow());
    setSending(false);
    // Who went to another screen meanwhile wants to be there.
    if (isHere.current) location.assign(href);
  };

  return (
    <Button component="a" href={href} variant="light" loading={isSending} leftSection={<IconExternalLink size={18} />} onClick={(event) => void preview(event)}>
      {navigationWords.preview}
    </Button>
  );
}
