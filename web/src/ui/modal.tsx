import { IconX } from "@tabler/icons-react";
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { actionWords } from "#words/actions";
import { IconButton } from "./icon-button";
import styles from "./modal.module.css";
import { joinOpenModals, scrollbarWidth } from "./open-modals";
import { focusInside, keepTabInside } from "./dialog-focus";
import { stayBeside } from "./focus-beside";
import { useTakesBack } from "./takes-back";

type ModalProps = {
  isOpen: boolean;
  title: ReactNode;
  /** How wide it may be, in pixels. */
  size?: number;
  isFullScreen?: boolean;
  /** Over another dialog. */
  isOnTop?: boolean;
  /** Back is not its own: it stands in the history, or asks about leaving. */
  leavesBackAlone?: boolean;
  onClose: () => void;
  /** It has left the screen. */
  onGone?: () => void;
  children: ReactNode;
};

const SIZE_PX = 440;
/** Kept in step with modal.module.css. */
const LEAVES_IN_MS = 200;

/**
 * A dialog of our own: it stands, whole, in the frame after it was asked for. Mantine's takes two frames, and has the browser look at
 * the style of the whole page when it opens and when it closes.
 */
export function Modal({ isOpen, onGone, ...props }: ModalProps) {
  const [isThere, setThere] = useState(isOpen);
  // What is opened again while it is still leaving begins anew: nobody finds what the one before said.
  const [opened, setOpened] = useState({ isOpen, times: 0 });
  if (isOpen !== opened.isOpen) setOpened({ isOpen, times: opened.times + Number(isOpen) });
  if (isOpen && !isThere) setThere(true);
  const leave = useEffectEvent(() => {
    setThere(false);
    onGone?.();
  });
  useEffect(() => {
    if (isOpen || !isThere) return undefined;
    const timer = setTimeout(leave, LEAVES_IN_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isThere]);
  return isThere
    ? createPortal(<Dialog key={opened.times} isOpen={isOpen} {...props} />, document.body)
    : null;
}

function Dialog({
  isOpen,
  title,
  size = SIZE_PX,
  isFullScreen = false,
  isOnTop = false,
  leavesBackAlone = false,
  onClose,
  children,
}: Omit<ModalProps, "onGone">) {
  const dialog = useRef<HTMLElement>(null);
  const titleId = useId();
  const [scrollbarPx] = useState(scrollbarWidth);
  const close = useEffectEvent(onClose);
  useTakesBack(isOpen, leavesBackAlone ? null : onClose);
  // A second click or Enter is still about what was done with the first: it neither does it again nor goes to what is behind, nor does it take the focus back.
  const swallow = isOpen
    ? undefined
    : (event: SyntheticEvent) => {
        event.preventDefault();
        event.stopPropagation();
      };

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return undefined;
    const before = document.activeElement;
    const leave = joinOpenModals({ dialog: element, close, scrollbarPx });
    focusInside(element);
    return () => {
      leave();
      giveFocusBack(element, before);
    };
  }, [isOpen, scrollbarPx]);

  return (
    <div
      role="presentation"
      className={styles["place"]}
      data-full-screen={isFullScreen || undefined}
      data-on-top={isOnTop || undefined}
      data-leaving={!isOpen || undefined}
      style={{ "--size": `${size}px` } as CSSProperties}
      onMouseDownCapture={swallow}
      onClickCapture={swallow}
      onSubmitCapture={swallow}
      onKeyDown={(event) => dialog.current && keepTabInside(dialog.current, event)}
    >
      <div role="presentation" className={styles["veil"]} onClick={onClose} />
      <section
        ref={dialog}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element's own way to be modal takes the page and its toasts away from everybody, and costs a look at all of it
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={styles["dialog"]}
      >
        <div className={styles["header"]}>
          <h2 id={titleId} className={styles["title"]}>
            {title}
          </h2>
          <IconButton className={styles["close"]} aria-label={actionWords.close} onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </div>
        <div className={styles["body"]}>
          <Content isOpen={isOpen}>{children}</Content>
        </div>
      </section>
    </div>
  );
}

/** What leaves the screen is not drawn anew. */
const Content = memo(
  ({ children }: { isOpen: boolean; children: ReactNode }) => children,
  (_, { isOpen }) => !isOpen,
);

/** To what had it, unless the owner has gone on to something else by then. */
function giveFocusBack(dialog: HTMLElement, to: Element | null): void {
  setTimeout(() => {
    const { activeElement } = document;
    const isOurs =
      activeElement === null || activeElement === document.body || dialog.contains(activeElement);
    if (!isOurs || !(to instanceof HTMLElement)) return;
    to.focus({ preventScroll: true });
    if (document.activeElement === to) stayBeside();
  });
}
