import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { useOwner } from "#session/owner-context.tsx";
import { hasOpenModal } from "#ui/dialogs/open-modals";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { shareInboxWords as words } from "#words/links/share-inbox";
import { transferredContents } from "./transferred-contents";

/** Returns whether something is carried over the window. */
export function usePasteAndDrop(shelfId: string): boolean {
  const { userId } = useOwner().account;
  const navigate = useNavigate();
  const [isCarried, setCarried] = useState(false);

  const isTaking = useRef(false);
  const take = useEffectEvent(async (data: DataTransfer, isOver: AbortSignal) => {
    if (isTaking.current) return;
    isTaking.current = true;
    try {
      const opening = openShareInbox();
      const { contents, leftOut } = await transferredContents(
        data,
        opening.then((inbox) => inbox.room()),
      );
      if (leftOut > 0 || contents.length === 0)
        showToast({
          title: leftOut > 0 ? words.filesLeftOut(leftOut) : words.nothingToPaste,
          tone: "destructive",
        });
      if (contents.length === 0) return;
      const inbox = await opening;
      const now = Date.now();
      // The newest share is asked about first.
      for (const [at, content] of contents.entries()) await inbox.add(content, userId, now - at);
      await inbox.noteShelf(userId, shelfId);
      // On another screen a notice shows what waits.
      if (!isOver.aborted) await navigate({ to: "/share" });
    } catch (error) {
      showError(errorWords(error));
    } finally {
      isTaking.current = false;
    }
  });

  useEffect(() => {
    const end = new AbortController();
    const listen = <E extends keyof WindowEventMap>(type: E, run: (event: WindowEventMap[E]) => void) =>
      addEventListener(type, run, { signal: end.signal });
    let isOwnDrag = false;
    listen("pointerdown", () => (isOwnDrag = false));
    // One that is prevented has no end.
    listen("dragstart", (event) => setTimeout(() => (isOwnDrag = !event.defaultPrevented)));
    listen("dragend", () => (isOwnDrag = false));
    listen("paste", (event) => {
      if (hasOpenModal() || isField(event.target) || !event.clipboardData) return;
      event.preventDefault();
      void take(event.clipboardData, end.signal);
    });
    listen("dragover", (event) => {
      if (isOwnDrag || !event.dataTransfer || isForField(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = hasOpenModal() ? "none" : "copy";
      setCarried(!hasOpenModal());
    });
    listen("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) setCarried(false);
    });
    listen("drop", (event) => {
      setCarried(false);
      if (isOwnDrag || !event.dataTransfer || isForField(event)) return;
      // The browser would open a file instead of the app.
      event.preventDefault();
      if (!hasOpenModal()) void take(event.dataTransfer, end.signal);
    });
    return () => end.abort();
  }, []);
  return isCarried;
}

const isForField = ({ target, dataTransfer }: DragEvent) =>
  isField(target) && dataTransfer?.types.includes("Files") === false;

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
