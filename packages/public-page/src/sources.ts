import { PICTURE_WIDTHS, type PictureFormat, picturePath } from "@shelv/contract/picture";
import type { PagePicture } from "./page-data.ts";

export type Sources = {
  /** Undefined where there is none, or might be none. */
  avif: string | undefined;
  webp: string;
  /** For a browser that knows neither of the others. */
  src: string;
};

/** The addresses under which a browser finds a picture in every width that is worth having, as `srcset` lists them. */
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

/** Each width with what is really there: nothing is enlarged, so that what follows the first whole one is the same again. */
function widthsOf(original = Infinity): [width: (typeof PICTURE_WIDTHS)[number], real: number][] {
  const until = PICTURE_WIDTHS.findIndex((width) => width >= original);
  return PICTURE_WIDTHS.slice(0, until === -1 ? undefined : until + 1).map((width) => [
    width,
    Math.min(width, original),
  ]);
}
