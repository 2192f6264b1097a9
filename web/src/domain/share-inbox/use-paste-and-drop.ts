import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { useOwner } from "#session/owner-context.tsx";
import { hasOpenModal } from "#ui/dialogs/open-modals";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { shareWords as words } from "#words/screens/share";
import { transferredContents } from "./transferred-contents";

/**
 * A link, a text or pictures that are pasted or dropped anywhere on the screen are shared to the shelf.
 * Returns whether something is carried over the window.
 */
export function usePasteAndDrop(shelfId: string): boolean {
  const { userId } = useOwner().account;
  const navigate = useNavigate();
  const [isCarried, setCarried] = useState(false);

  const take = useEffectEvent(async (data: DataTransfer) => {
    try {
      const { contents, leftOut } = await transferredContents(data);
      if (leftOut > 0 || contents.length === 0)
        showToast({ title: leftOut > 0 ? words.filesLeftOut(leftOut) : words.nothingToPaste });
      if (contents.length === 0) return;
      const inbox = await openShareInbox();
      const now = Date.now();
      // The newest share is asked about first.
      for (const [at, content] of contents.entries()) await inbox.add(content, userId, now - at);
      await inbox.noteShelf(userId, shelfId);
      await navigate({ to: "/share" });
    } catch (error) {
      showError(errorWords(error));
    }
  });

  useEffect(() => {
    const end = new AbortController();
    const listen = <E extends keyof WindowEventMap>(type: E, run: (event: WindowEventMap[E]) => void) =>
      addEventListener(type, run, { signal: end.signal });
    let isOwnDrag = false;
    listen("dragstart", () => (isOwnDrag = true));
    listen("dragend", () => (isOwnDrag = false));
    listen("paste", (event) => {
      if (hasOpenModal() || isField(event.target) || !event.clipboardData) return;
      event.preventDefault();
      void take(event.clipboardData);
    });
    listen("dragover", (event) => {
      if (hasOpenModal() || isOwnDrag || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setCarried(true);
    });
    listen("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) setCarried(false);
    });
    listen("drop", (event) => {
      setCarried(false);
      if (hasOpenModal() || isOwnDrag || !event.dataTransfer) return;
      event.preventDefault();
      void take(event.dataTransfer);
    });
    return () => end.abort();
  }, []);
  return isCarried;
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
