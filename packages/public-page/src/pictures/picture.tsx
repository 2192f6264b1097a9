import { use } from "react";
import { PictureRenderer, type PictureProps } from "./picture-renderer.ts";
import { sourcesOf } from "./sources.ts";

/** Until its picture loads: a frame would change size once the shape is known. */
export const UNTIL_LOADED = { visibility: "hidden" } as const;

export function Picture(props: PictureProps) {
  const draw = use(PictureRenderer);
  return draw === null ? <ServedPicture {...props} /> : draw(props);
}

/**
 * In the browser's preferred format, without alt text: the text beside it names it. The frame also stops
 * React from adding a preload link for a picture in the first kilobyte.
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
