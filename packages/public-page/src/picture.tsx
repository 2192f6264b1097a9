import { type ReactEventHandler, use } from "react";
import type { PagePicture } from "./page-data.ts";
import { PictureDrawer } from "./picture-drawer.ts";
import { sourcesOf } from "./sources.ts";

export type PictureProps = {
  picture: PagePicture;
  /** Of the frame around it. */
  frameClass?: string | undefined;
  className: string;
  /** How wide it is drawn, as `sizes` says it. */
  sizes: string;
  /** What the browser keeps free for it; only its proportion counts where the style sheet says how large. */
  width: number | undefined;
  height: number | undefined;
  isLazy?: boolean;
  /** It is an item's: where nobody knows its shape before, it fills the face once it has loaded. */
  fillsFace?: boolean;
  /** Shows the frame, which is hidden until then. */
  onLoad?: ReactEventHandler<HTMLImageElement> | undefined;
};

/** Of a frame whose picture would be drawn in one size first, and in another once its shape is known. */
export const UNTIL_LOADED = { visibility: "hidden" } as const;

/** A picture on a page, drawn by whoever draws the page. */
export function Picture(props: PictureProps) {
  const draw = use(PictureDrawer);
  return draw === null ? <ServedPicture {...props} /> : draw(props);
}

/**
 * The server's picture in whatever form the browser likes best. What is beside it names it, so it says nothing itself. The frame also
 * keeps React from adding a preload line for what stands in the first kilobyte anyway.
 */
export function ServedPicture({
  picture,
  frameClass,
  className,
  sizes,
  width,
  height,
  isLazy = false,
  onLoad,
}: PictureProps) {
  if (picture.src !== undefined)
    return (
      <picture className={frameClass}>
        <img className={className} src={picture.src} width={width} height={height} decoding="async" alt="" />
      </picture>
    );
  const { avif, webp, src } = sourcesOf(picture);
  return (
    <picture className={frameClass} style={onLoad && UNTIL_LOADED}>
      {avif !== undefined && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        className={className}
        src={src}
        srcSet={webp}
        sizes={sizes}
        width={width}
        height={height}
        loading={isLazy ? "lazy" : undefined}
        onLoad={onLoad}
        decoding="async"
        alt=""
      />
    </picture>
  );
}
