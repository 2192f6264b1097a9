import { createContext, type ReactEventHandler, type ReactNode } from "react";
import type { PagePicture } from "#page-data";

export type PictureProps = {
  picture: PagePicture;
  frameClass?: string | undefined;
  className: string;
  /** The picture's width, as in `sizes`. */
  sizes: string;
  /** The width that the browser reserves; only the ratio counts if the style sheet sets the size. */
  width: number | undefined;
  height: number | undefined;
  isLazy?: boolean;
  /** Whether a picture of unknown shape fills the face once it loads. */
  fillsFace?: boolean;
  /** Shows the picture's frame, which is hidden until then. */
  onLoad?: ReactEventHandler<HTMLImageElement> | undefined;
};

/** Renders pictures on a device that may have the files. Null: only the server has them. */
export const PictureRenderer = createContext<((picture: PictureProps) => ReactNode) | null>(null);
