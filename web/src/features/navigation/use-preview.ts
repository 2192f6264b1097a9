import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import { useOwner } from "#sync/owner-context.tsx";
import { afterPaint } from "#ui/after-paint";
import { settleWithin } from "#ui/settle-within";
import { hasDirtyForms, leaveForms, wouldLeaveForms } from "#ui/dirty-forms";
import { hasOpenModal } from "#ui/open-modals";

/** Longer than a good network needs; after it the page is shown as the server knows it. */
const WAIT_FOR_SYNC_MS = 3000;

/**
 * The way to the owner's own page, for a real link. A plain click asks about what is typed and not saved, as every way out of a form does,
 * and sends what is unsent first, so that the page shows it.
 */
export function usePreview() {
  const owner = useOwner();
  const [isSending, setSending] = useState(false);
  const router = useRouter();
  const href = `/${owner.account.username}`;

  const preview = async () => {
    // The navigation itself may be one, where its drawer did not come.
    const isInModal = hasOpenModal();
    if (!(await mayGo())) return;
    const asked = router.latestLocation.href;
    setSending(true);
    await settleWithin(WAIT_FOR_SYNC_MS, owner.syncNow());
    setSending(false);
    // Who asked for another screen or a dialog meanwhile wants to be there, also while that is still on its way.
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

/** The question has left the screen when this resolves. */
async function mayGo(): Promise<boolean> {
  if (!hasDirtyForms()) return true;
  if (!(await wouldLeaveForms())) return false;
  await new Promise<void>(afterPaint);
  return true;
}
