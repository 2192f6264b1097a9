import { type RefObject, useLayoutEffect, useRef } from "react";
import { type OpenNotice, openNotices } from "#outbox/notices";
import { useLiveQuery } from "#local-store/use-live-query";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { noticeWords as words } from "#words/notices";
import styles from "./overwritten-notices.module.css";

const OverwrittenNotice = lazyComponent(async () => (await import("./overwritten-notice")).OverwrittenNotice);

export function OverwrittenNotices({
  isShown = () => true,
}: {
  isShown?: (open: OpenNotice) => boolean | undefined;
}) {
  const notices = useLiveQuery(openNotices)?.filter(isShown) ?? [];
  const list = useRef<HTMLUListElement>(null);
  useScrollAnchor(list, notices.length > 0);
  if (notices.length === 0) return null;
  return (
    <ul ref={list} role="list" aria-label={words.label} className={styles["list"]}>
      {notices.map((open) => (
        <li key={open.notice.id}>
          <OverwrittenNotice {...open} />
        </li>
      ))}
    </ul>
  );
}

const TYPED_INTO = "input, textarea, select";

/**
 * A notice that appears above must not move what is in sight. Without the browser's anchoring, which not all
 * have and which would scroll a second time.
 */
function useScrollAnchor(list: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!isThere || !element) return undefined;
    const root = document.documentElement.style;
    root.overflowAnchor = "none";
    let height = 0;
    const growth = new ResizeObserver(() => {
      const before = height;
      height = heightWithGap(element);
      const { activeElement } = document;
      const isBelow =
        activeElement?.matches(TYPED_INTO) === true &&
        (element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
      if (isBelow || element.getBoundingClientRect().top < 0)
        window.scrollBy({ top: height - before, behavior: "instant" });
    });
    growth.observe(element);
    return () => {
      growth.disconnect();
      root.overflowAnchor = "";
    };
  }, [list, isThere]);
}

function heightWithGap(element: HTMLElement): number {
  const next = element.nextElementSibling;
  return next ? next.getBoundingClientRect().top - element.getBoundingClientRect().top : element.offsetHeight;
}
