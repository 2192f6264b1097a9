/**
 * A preview in a document of its own: the owner's CSS cannot affect the editor, and it runs no script. React
 * renders into it through a portal.
 */
import body from "@shelv/public-page/styles/body.css?inline";
import css from "@shelv/public-page/styles/public-page.css?inline";
import type * as publicPage from "@shelv/public-page/page.tsx";
import type { PageData } from "@shelv/public-page/page-data";
import stillRows from "@shelv/public-page/styles/shelf/still-rows.css?inline";
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import editorsInter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import { ServedPicture, UNTIL_LOADED } from "@shelv/public-page/pictures/picture.tsx";
import { type PictureProps, PictureRenderer } from "@shelv/public-page/pictures/picture-renderer";
import { LoadErrorNote } from "#ui/feedback/load-error.tsx";
import styles from "./page-frame.module.css";
import { useLazyModule } from "#ui/loading/use-lazy-module";
import { useLocalUrl } from "#session/use-picture-url";
import { useNearViewport } from "#platform/react/use-near-viewport";
import { fillFace } from "#domain/items/fill-face";

const EMPTY =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><title></title></head><body></body></html>';
const FITTING = "body,.shelv-page{min-height:0}.shelv-page{padding-bottom:12px}";
const HUNG_PADDING_PX = { above: 24, below: 40 };
const HUNG = `.shelv-page{justify-content:end;padding-block:${HUNG_PADDING_PX.above}px ${HUNG_PADDING_PX.below}px}.shelv-shelves{flex:none}`;

type PageFrameProps = {
  page: PageData;
  title: string;
  isPicture?: boolean;
  deviceWidth?: number;
  fitsContent?: boolean;
  isHung?: boolean;
  scrollTo?: string | null;
  className?: string | undefined;
  /** Draws the content with the components of public pages, which load with the style. */
  children: (components: Components) => ReactNode;
};

type Components = typeof publicPage;

export function PageFrame({
  page,
  title,
  isPicture = false,
  deviceWidth,
  fitsContent = false,
  isHung = false,
  scrollTo = null,
  className,
  children,
}: PageFrameProps) {
  const [inside, setInside] = useState<Document | null>(null);
  const { style, components, problem } = usePageParts(page);
  const { place, scale } = useScale(deviceWidth);
  const hasContent = style !== null && (fitsContent || isHung);
  const height = useContentHeight(hasContent ? inside : null, isHung);
  useScrolledTo(style === null ? null : inside, scrollTo);
  return (
    <div
      ref={place}
      className={`${styles["place"]} ${className ?? ""}`}
      style={height === null ? undefined : { height }}
    >
      <iframe
        title={title}
        className={styles["frame"]}
        style={
          deviceWidth === undefined
            ? undefined
            : { width: deviceWidth, height: `${100 / scale}%`, transform: `scale(${scale})` }
        }
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        srcDoc={EMPTY}
        inert={isPicture}
        onLoad={({ currentTarget: { contentDocument } }) => {
          contentDocument?.addEventListener("click", followAnchor);
          setInside(contentDocument);
        }}
      />
      {problem && (
        <div className={styles["note"]}>
          <LoadErrorNote problem={problem} />
        </div>
      )}
      {inside && style !== null && components && (
        <>
          {createPortal(
            <>
              <style>{body + css + stillRows}</style>
              <style>{style}</style>
              {fitsContent && <style>{FITTING}</style>}
              {isHung && <style>{HUNG}</style>}
            </>,
            inside.head,
          )}
          {createPortal(<LocalPictures>{children(components)}</LocalPictures>, inside.body)}
        </>
      )}
    </div>
  );
}

function followAnchor(click: MouseEvent): void {
  const anchor = (click.target as Element).closest('a[href^="#"]');
  if (!anchor) return;
  click.preventDefault();
  anchor.ownerDocument.location.replace(`about:srcdoc${anchor.getAttribute("href")}`);
}

const ABOVE_PX = 96;

function useScrolledTo(inside: Document | null, selector: string | null): void {
  const wasAtTop = useRef(true);
  useEffect(() => {
    const frame = inside?.defaultView;
    if (!inside || !frame || (selector === null && wasAtTop.current)) return;
    wasAtTop.current = selector === null;
    const shown = selector === null ? null : inside.querySelector(selector);
    const top = shown ? shown.getBoundingClientRect().top + frame.scrollY - ABOVE_PX : 0;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    frame.scrollTo({ top, behavior: isStill ? "instant" : "smooth" });
  }, [inside, selector]);
}

/** Then the height stays: by an owner's CSS, content can always be higher than its frame. */
const GROWTHS_IN_A_ROW = 8;
const MAX_PX = 2000;

function useContentHeight(inside: Document | null, isHung: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!inside) return undefined;
    const content = isHung ? inside.querySelector("main") : inside.body;
    if (!content) return undefined;
    const besidePx = isHung ? HUNG_PADDING_PX.above + HUNG_PADDING_PX.below : 0;
    let last = 0;
    let growths = 0;
    const watcher = new ResizeObserver(() => {
      const now = Math.ceil(content.getBoundingClientRect().height) + besidePx;
      growths = now > last ? growths + 1 : 0;
      if (now === 0 || growths > GROWTHS_IN_A_ROW) return;
      last = now;
      setHeight(Math.min(now, MAX_PX));
    });
    watcher.observe(content);
    return () => watcher.disconnect();
  }, [inside, isHung]);
  return height;
}

function useScale(width: number | undefined): {
  place: RefObject<HTMLDivElement | null>;
  scale: number;
} {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || width === undefined) return undefined;
    const watcher = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width) || 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [width]);
  return { place, scale };
}

/**
 * Null until its code loads. The CSS parser loads only for owners with CSS: the device does not store the
 * parsed result.
 */
function usePageParts(page: PageData) {
  const isWritten = page.appearance.customCss.trim() !== "";
  const { loaded, problem } = useLazyModule<PageParts>(isWritten ? withOwnersCss : withoutOwnersCss);
  const shown = useDeferredValue(page);
  const style = useMemo(() => loaded && withEditorsFont(loaded.styleOf(shown)), [loaded, shown]);
  return { style, components: loaded?.components, problem };
}

type PageParts = { styleOf: (page: PageData) => string; components: Components };

const [PAGES_INTER] = PAGE_FONTS.filter(({ subset }) => subset === "latin").map(({ path }) => path);

const withEditorsFont = (style: string) => style.replace(PAGES_INTER ?? editorsInter, editorsInter);

async function withOwnersCss(): Promise<PageParts> {
  const [{ pageStyle }, { cleanCss }, components] = await Promise.all([
    import("@shelv/public-page/styles/page-style"),
    import("@shelv/public-page/custom-css/clean-css"),
    import("@shelv/public-page/page.tsx"),
  ]);
  return { styleOf: (page) => pageStyle(page, cleanCss(page.appearance.customCss).css), components };
}
async function withoutOwnersCss(): Promise<PageParts> {
  const [{ pageStyle }, components] = await Promise.all([
    import("@shelv/public-page/styles/page-style"),
    import("@shelv/public-page/page.tsx"),
  ]);
  return { styleOf: (page) => pageStyle(page), components };
}

const LocalPictures = ({ children }: { children: ReactNode }) => (
  <PictureRenderer value={renderLocalPicture}>{children}</PictureRenderer>
);

const renderLocalPicture = (picture: PictureProps) => <LocalPicture {...picture} />;

/** Read near the viewport only: a copy is up to a megabyte and a shelf may have thousands. */
function LocalPicture(props: PictureProps) {
  const { picture, frameClass, className, width, height, fillsFace = false } = props;
  const onLoad = fillsFace ? fillFace : undefined;
  const { place, isNear } = useNearViewport();
  const url = useLocalUrl(isNear ? picture.sha256 : null);
  if (url === null) return <ServedPicture {...props} onLoad={onLoad} />;
  return (
    <picture ref={place} className={frameClass} style={onLoad && UNTIL_LOADED}>
      <img
        className={className}
        src={url}
        width={width}
        height={height}
        onLoad={onLoad}
        decoding="async"
        alt=""
      />
    </picture>
  );
}
