/**
 * A page as visitors see it, in a document of its own: its style sheets, the owner's own among them, can touch nothing of
 * the editor, and the frame runs no script. React draws into it from here, so that a change shows at once and nothing blinks.
 */
import body from "@shelv/public-page/body.css?inline";
import css from "@shelv/public-page/public-page.css?inline";
import type { PageData } from "@shelv/public-page/page-data";
import stillRows from "@shelv/public-page/still-rows.css?inline";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import type { StoreHandle } from "#local-store/store-handle";
import { LoadErrorNote } from "#ui/load-error.tsx";
import { LocalPictures } from "./local-pictures";
import styles from "./page-frame.module.css";
import { useContentHeight } from "./use-content-height";
import { usePageStyle } from "./use-page-style";
import { useScale } from "./use-scale";

/** A link that names no window would lead the frame away, and the page with it. */
const EMPTY =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><title></title></head><body></body></html>';
/** As high as what it holds, and not as the window that it would fill. */
const FITTING = "body,.shelv-page{min-height:0}.shelv-page{padding-bottom:12px}";

type PageFrameProps = {
  page: PageData;
  /** Whose copies of the page's pictures are shown. */
  store: StoreHandle;
  title: string;
  /** To be looked at only: nothing in it takes a click or the focus. */
  isPicture?: boolean;
  /** The width of the device it shows, in pixels, drawn smaller where there is less room; as wide as there is room without. */
  deviceWidth?: number;
  /** As high as what is in it, so that nothing of it is cut off. */
  fitsContent?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

export function PageFrame({
  page,
  store,
  title,
  isPicture = false,
  deviceWidth,
  fitsContent = false,
  className,
  children,
}: PageFrameProps) {
  const [inside, setInside] = useState<Document | null>(null);
  const { style, problem } = usePageStyle(page);
  const { place, scale } = useScale(deviceWidth);
  const height = useContentHeight(fitsContent ? inside : null);
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
        onLoad={({ currentTarget }) => setInside(currentTarget.contentDocument)}
      />
      {problem && (
        <div className={styles["note"]}>
          <LoadErrorNote problem={problem} />
        </div>
      )}
      {inside && style !== null && (
        <>
          {createPortal(
            <>
              <style>{body + css + stillRows}</style>
              <style>{style}</style>
              {fitsContent && <style>{FITTING}</style>}
            </>,
            inside.head,
          )}
          {createPortal(<LocalPictures store={store}>{children}</LocalPictures>, inside.body)}
        </>
      )}
    </div>
  );
}
