import { IconX } from "@tabler/icons-react";
import {
  createContext,
  type CSSProperties,
  memo,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { isInViewport } from "#platform/is-in-viewport";
import { actionWords } from "#words/actions";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import styles from "./modal.module.css";
import { coveringDialog, joinOpenModals, type ModalShape, scrollbarWidth } from "./open-modals";
import { focusAtOpening, focusFirstControl, keepTabInside } from "./dialog-focus";
import { holdFocusReturn } from "./focus-return";
import { type FocusNeighbour, focusNeighbour, keepFocusNear } from "./focus-neighbour";
import { useCloseOnBack } from "./close-on-back";

type ModalProps = {
  isOpen: boolean;
  title: ReactNode;
  /** Maximum width in px. */
  size?: number;
  shape?: ModalShape;
  isOnTop?: boolean;
  leavesBackAlone?: boolean;
  onClose: () => void;
  onGone?: () => void;
  children: ReactNode;
};

const SIZE_PX = 440;
const LEAVES_IN_MS = 200;

/**
 * A dialog that is complete in the next frame. Mantine's takes two, recalculates the whole page's style when it
 * opens and closes, and would add 10 kB to the first screen, which is at its budget.
 */
export function Modal({ isOpen, onGone, ...props }: ModalProps) {
  const [isMounted, setMounted] = useState(isOpen);
  const [opened, setOpened] = useState({ isOpen, times: 0 });
  if (isOpen !== opened.isOpen) setOpened({ isOpen, times: opened.times + Number(isOpen) });
  if (isOpen && !isMounted) setMounted(true);
  const leave = useEffectEvent(() => {
    setMounted(false);
    onGone?.();
  });
  useEffect(() => {
    if (isOpen || !isMounted) return undefined;
    const timer = setTimeout(leave, LEAVES_IN_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isMounted]);
  return isMounted
    ? createPortal(<Dialog key={opened.times} isOpen={isOpen} {...props} />, document.body)
    : null;
}

function Dialog({
  isOpen,
  title,
  size = SIZE_PX,
  shape: shapeNow,
  isOnTop = false,
  leavesBackAlone = false,
  onClose,
  children,
}: Omit<ModalProps, "onGone">) {
  const dialog = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [scrollbarPx] = useState(scrollbarWidth);
  const [shape] = useState(shapeNow);
  const isPanel = shape === "panel";
  const [isGrown, setGrown] = useState(false);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const close = useEffectEvent(onClose);
  useCloseOnBack(isOpen, leavesBackAlone ? null : onClose);
  // While it closes, a second click or Enter still belongs to the first: it repeats nothing, reaches no page
  // behind and takes no focus.
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
    const neighbour = focusNeighbour();
    const leave = joinOpenModals({ dialog: element, close, scrollbarPx, shape });
    const returned = holdFocusReturn(before);
    focusAtOpening(element);
    // The focus has forced a layout already.
    const wasInSight = isInViewport(before);
    return () => {
      leave();
      giveFocusBack(element, { to: before, neighbour, wasInSight, done: returned });
    };
  }, [isOpen, scrollbarPx, shape]);
  // After the focus, which has forced a layout.
  useLayoutEffect(() => (place.current ? keepAboveKeyboard(place.current) : undefined), []);

  return (
    <div
      ref={place}
      role="presentation"
      className={styles["place"]}
      data-shape={shape}
      data-on-top={isOnTop || undefined}
      data-leaving={!isOpen || undefined}
      style={{ "--size": `${size}px` } as CSSProperties}
      onMouseDownCapture={swallow}
      onClickCapture={swallow}
      onSubmitCapture={swallow}
      onScrollCapture={() => setGrown(true)}
      onFocus={({ target }) => target.matches(TYPED_IN) && setGrown(true)}
      onKeyDown={(event) => dialog.current && !isPanel && keepTabInside(dialog.current, event)}
    >
      {!isPanel && <div role="presentation" className={styles["veil"]} onClick={onClose} />}
      <section
        ref={dialog}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a modal <dialog> makes the page and its toasts inert, and recalculates the style of all of it
        role="dialog"
        aria-modal={!isPanel}
        aria-labelledby={titleId}
        tabIndex={-1}
        className={styles["dialog"]}
        data-grown={isGrown || undefined}
      >
        <div className={styles["header"]}>
          {shape && <span ref={setHead} className={styles["head"]} />}
          <h2 id={titleId} tabIndex={-1} data-dialog-title className={styles["title"]}>
            {title}
          </h2>
          <IconButton className={styles["close"]} aria-label={actionWords.close} onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </div>
        <div className={styles["body"]}>
          <HeadContext value={head}>
            <Content isOpen={isOpen}>{children}</Content>
          </HeadContext>
        </div>
      </section>
    </div>
  );
}

/** A sheet takes more of the screen once the owner types or scrolls in it. */
const TYPED_IN = "input, textarea, select";

const HeadContext = createContext<HTMLElement | null>(null);

/** What the dialog is about, before its title. A dialog in the middle of the window has no room for it. */
export function DialogHead({ children }: { children: ReactNode }) {
  const head = use(HeadContext);
  return head && createPortal(children, head);
}

const Content = memo(
  ({ children }: { isOpen: boolean; children: ReactNode }) => children,
  (_, { isOpen }) => !isOpen,
);

type FocusReturn = {
  to: Element | null;
  /** Has the focus if `to` has disappeared. */
  neighbour: FocusNeighbour;
  wasInSight: boolean;
  done: () => void;
};

function giveFocusBack(dialog: HTMLElement, { to, neighbour, wasInSight, done }: FocusReturn): void {
  setTimeout(() => {
    done();
    const { activeElement } = document;
    const isOurs =
      activeElement === null || activeElement === document.body || dialog.contains(activeElement);
    if (!isOurs || !(to instanceof HTMLElement)) return;
    const under = coveringDialog();
    if (neighbour.isGone()) return under ? focusFirstControl(under) : neighbour.focus();
    to.focus({ preventScroll: true });
    if (document.activeElement === to) keepFocusNear(wasInSight);
  });
}

/**
 * Phones draw their keyboard over fixed elements, and iOS moves the page up for it: the element takes what is
 * visible. A pinch zoom also makes the visible part smaller, and moves nothing. Returns the cleanup.
 */
function keepAboveKeyboard({ style }: HTMLElement): (() => void) | undefined {
  const visible = window.visualViewport;
  if (!visible) return undefined;
  const update = () => {
    const { scale, offsetTop, height } = visible;
    const [abovePx, belowPx] = scale > 1 ? [0, 0] : [offsetTop, innerHeight - offsetTop - height];
    style.top = pxOrNone(abovePx);
    style.bottom = pxOrNone(belowPx);
  };
  update();
  visible.addEventListener("resize", update);
  visible.addEventListener("scroll", update);
  return () => {
    visible.removeEventListener("resize", update);
    visible.removeEventListener("scroll", update);
  };
}

const pxOrNone = (px: number) => (Math.round(px) > 0 ? `${Math.round(px)}px` : "");
