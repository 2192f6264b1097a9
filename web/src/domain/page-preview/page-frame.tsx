/**
 * Its own document: its style sheets and the owner's CSS cannot affect the editor, and it runs no script.
 * React renders into it through a portal, without flicker.
 */
import body from "@shelv/public-page/styles/body.css?inline";
import css from "@shelv/public-page/styles/public-page.css?inline";
import type { PageData } from "@shelv/public-page/page-data";
import stillRows from "@shelv/public-page/styles/still-rows.css?inline";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { LoadErrorNote } from "#ui/feedback/load-error.tsx";
import { LocalPictures } from "#domain/pictures/local-pictures.tsx";
import styles from "./page-frame.module.css";
import { useContentHeight } from "./use-content-height";
import { usePageStyle } from "./use-page-style";
import { useScale } from "./use-scale";

/** Links open in a new window: they would replace the frame's document. */
const EMPTY =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><title></title></head><body></body></html>';
/** As high as its content. */
const FITTING = "body,.shelv-page{min-height:0}.shelv-page{padding-bottom:12px}";

type PageFrameProps = {
  page: PageData;
  title: string;
  /** Takes no click and no focus. */
  isPicture?: boolean;
  /** In px, scaled down to fit; default: the available width. */
  deviceWidth?: number;
  fitsContent?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

export function PageFrame({
  page,
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
          {createPortal(<LocalPictures>{children}</LocalPictures>, inside.body)}
        </>
      )}
    </div>
  );
}
