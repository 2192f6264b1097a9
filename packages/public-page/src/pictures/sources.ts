import { PICTURE_WIDTHS, type PictureFormat, picturePath } from "@shelv/contract/rows/picture";
import type { PagePicture } from "#page-data";

export type Sources = {
  /** The AVIF files; undefined if there are none, or may be none. */
  avif: string | undefined;
  webp: string;
  src: string;
};

export function sourcesOf({ sha256, shape }: PagePicture): Sources {
  const listed = (format: PictureFormat) =>
    widthsOf(shape?.width)
      .map(([width, real]) => `${picturePath(sha256, width, format)} ${real}w`)
      .join(",");
  return {
    avif: shape && !shape.isAnimated ? listed("avif") : undefined,
    webp: listed("webp"),
    src: picturePath(sha256, 160),
  };
}

/** Pictures are not enlarged: widths after the first full-size one would repeat it. */
function widthsOf(original = Infinity): [width: (typeof PICTURE_WIDTHS)[number], real: number][] {
  const until = PICTURE_WIDTHS.findIndex((width) => width >= original);
  return PICTURE_WIDTHS.slice(0, until === -1 ? undefined : until + 1).map((width) => [
    width,
    Math.min(width, original),
  ]);
}
