import { use } from "react";
import { PictureRenderer, type PictureProps } from "./picture-renderer.ts";
import { sourcesOf } from "./sources.ts";

/** For a frame whose picture would change size once its shape is known. */
export const UNTIL_LOADED = { visibility: "hidden" } as const;

/** A picture of a page, rendered by the context's renderer if there is one. */
export function Picture(props: PictureProps) {
  const draw = use(PictureRenderer);
  return draw === null ? <ServedPicture {...props} /> : draw(props);
}

/**
 * The server's picture in the browser's preferred format. The text beside it names it, so it has no alt text.
 * The frame also stops React from adding a preload link for a picture in the first kilobyte.
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
