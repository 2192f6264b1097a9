import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal, flushSync } from "react-dom";
import { useCloseOnBack } from "#ui/dialogs/close-on-back";
import { focusNeighbour, keepFocusNear } from "#ui/dialogs/focus-neighbour";
import { holdFocusReturn } from "#ui/dialogs/focus-return";
import { useIsPhone } from "#ui/dialogs/use-is-phone";
import styles from "./action-menu.module.css";

export type MenuAction = { label: string; icon: ReactNode; isDestructive?: boolean; run: () => void };

type ActionMenuProps = {
  anchor: HTMLElement;
  label: string;
  about: string;
  actions: readonly MenuAction[];
  onClose: () => void;
};

/** On a phone a sheet. Mantine's menu is none, and 25 kB with its positioning. */
export function ActionMenu({ anchor, label, about, actions, onClose }: ActionMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  useCloseOnBack(true, onClose);
  useLayoutEffect(() => {
    const released = holdFocusReturn(anchor);
    itemsIn(menu.current)[0]?.focus({ preventScroll: true });
    return released;
  }, [anchor]);
  useEffect(() => {
    if (isPhone) return undefined;
    addEventListener("resize", onClose);
    addEventListener("scroll", onClose);
    return () => {
      removeEventListener("resize", onClose);
      removeEventListener("scroll", onClose);
    };
  }, [onClose, isPhone]);

  const close = () => {
    flushSync(onClose);
    (anchor.isConnected ? anchor : replacementOf(anchor))?.focus({ preventScroll: true });
  };
  const choose = ({ run }: MenuAction) => {
    close();
    run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, itemsIn(menu.current));
    if (!to && event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (to) to.focus();
    else close();
  };
  return createPortal(
    <div role="presentation" className={styles["place"]} style={placeBy(anchor, actions.length)}>
      <div role="presentation" className={styles["veil"]} onClick={close} />
      <div
        ref={menu}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles["menu"]}
        onKeyDown={onKeyDown}
      >
        <p className={styles["about"]} aria-hidden="true" dir="auto">
          {about}
        </p>
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles["action"]}
            data-destructive={action.isDestructive || undefined}
            onClick={() => choose(action)}
          >
            {action.icon}
            {action.label}
          </button>
        ))}
      </div>
    </div>,
    anchor.closest("main") ?? document.body,
  );
}

const replacementOf = (button: HTMLElement): HTMLElement | undefined =>
  [...document.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel === button.ariaLabel);

const ACTION_PX = 48;
const PADDING_PX = 6;

function placeBy(anchor: HTMLElement, count: number): CSSProperties {
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const height = count * ACTION_PX + 2 * PADDING_PX;
  const isAbove = bottom + height > window.innerHeight && top > height;
  return {
    "--top": `${isAbove ? top - height : bottom}px`,
    "--right": `${clientWidth - right}px`,
  } as CSSProperties;
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []),
];

function targetOf(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at <= 0 ? -1 : at - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const letter = key.toLowerCase();
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(letter),
  );
}

/** Call it while the control in the row has the focus. */
export async function withFocusNear(change: () => Promise<void>): Promise<void> {
  const neighbour = focusNeighbour();
  await change();
  if (neighbour.isGone()) neighbour.focus();
  else keepFocusNear(true);
}
