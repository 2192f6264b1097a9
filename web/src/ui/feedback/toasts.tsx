import * as RadixToast from "@radix-ui/react-toast";
import { IconAlertTriangle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { toastWords } from "#words/actions";
import { afterPaint } from "#platform/wait";
import { addNoticePadding } from "./notice-padding";
import { dismissPassedToast, type Toast, toastAtom } from "./toast";
import styles from "./toasts.module.css";

const SHOWN_MS = 5000;
const SHOWN_WITH_ACTION_MS = 10_000;
const SWIPE_THRESHOLD_PX = 50;
const TONE_ICONS = { plain: IconCircleCheck, destructive: IconAlertTriangle };

/** Each has its own provider: one whose toast closed under the pointer or the focus closes no later toast. */
export function Toasts() {
  const [toast, setToast] = useAtom(toastAtom);
  if (!toast) return null;
  return (
    <OneToast
      key={toast.id}
      toast={toast}
      onClose={() => setToast((current) => (current?.id === toast.id ? null : current))}
    />
  );
}

function OneToast({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { place, remember } = useFocusGivenBack();
  useNoticePadding();
  useDismissedWithScreen();
  const ToneIcon = TONE_ICONS[toast.tone];
  return (
    <div ref={place} onFocus={remember}>
      <RadixToast.Provider
        label={toastWords.label}
        duration={SHOWN_MS}
        swipeDirection="right"
        swipeThreshold={SWIPE_THRESHOLD_PX}
      >
        <RadixToast.Root
          className={styles["toast"]}
          data-tone={toast.tone}
          duration={toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS}
          type={toast.tone === "destructive" ? "foreground" : "background"}
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose();
          }}
        >
          <ToneIcon size={22} className={styles["tone"]} aria-hidden="true" />
          <div className={styles["words"]}>
            <RadixToast.Title className={styles["title"]}>{toast.title}</RadixToast.Title>
            {toast.text && (
              <RadixToast.Description className={styles["text"]}>{toast.text}</RadixToast.Description>
            )}
          </div>
          {toast.action && (
            <RadixToast.Action
              className={styles["action"]}
              altText={toast.action.insteadOf}
              onClick={toast.action.run}
            >
              {toast.action.label}
            </RadixToast.Action>
          )}
          <RadixToast.Close className={styles["close"]} aria-label={toastWords.dismiss}>
            <IconX size={18} />
          </RadixToast.Close>
        </RadixToast.Root>
        <RadixToast.Viewport className={styles["viewport"]} label={toastWords.region} hotkey={["F8"]} />
      </RadixToast.Provider>
    </div>
  );
}

function useDismissedWithScreen(): void {
  const { pathname } = useLocation();
  const [shownOn] = useState(pathname);
  useEffect(() => {
    if (pathname !== shownOn) dismissPassedToast();
  }, [pathname, shownOn]);
}

function useNoticePadding(): void {
  useEffect(() => {
    let removePadding: (() => void) | null = null;
    let isGone = false;
    afterPaint(() => {
      if (!isGone) removePadding = addNoticePadding();
    });
    return () => {
      isGone = true;
      removePadding?.();
    };
  }, []);
}

function useFocusGivenBack() {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      const { current: to } = before;
      if (element?.contains(document.activeElement) && to instanceof HTMLElement)
        to.focus({ preventScroll: true });
    };
  }, []);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return { place, remember };
}
