import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import { useOwner } from "#session/owner-context.tsx";
import { afterPaint, settleWithin } from "#platform/wait";
import { hasDirtyForms, leaveForms, wouldLeaveForms } from "#ui/forms/dirty-forms";
import { hasOpenModal } from "#ui/dialogs/open-modals";

const WAIT_FOR_SYNC_MS = 3000;

export function usePreview() {
  const owner = useOwner();
  const [isSending, setSending] = useState(false);
  const router = useRouter();
  const href = `/${owner.account.username}`;

  const preview = async () => {
    const isInModal = hasOpenModal();
    if (!(await mayGo())) return;
    const asked = router.latestLocation.href;
    setSending(true);
    await settleWithin(WAIT_FOR_SYNC_MS, owner.syncNow());
    setSending(false);
    if (router.latestLocation.href !== asked || (hasOpenModal() && !isInModal)) return;
    leaveForms();
    location.assign(href);
  };
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void preview();
  };
  return { href, isSending, onClick };
}

async function mayGo(): Promise<boolean> {
  if (!hasDirtyForms()) return true;
  if (!(await wouldLeaveForms())) return false;
  await new Promise<void>(afterPaint);
  return true;
}
