import { createContext, type ReactEventHandler, type ReactNode } from "react";
import type { PagePicture } from "#page-data";

export type PictureProps = {
  picture: PagePicture;
  frameClass?: string | undefined;
  className: string;
  /** Its width, as in `sizes`. */
  sizes: string;
  /** Reserved by the browser; only the ratio counts if the style sheet sets the size. */
  width: number | undefined;
  height: number | undefined;
  isLazy?: boolean;
  /** Of unknown shape, it fills the face once it loads. */
  fillsFace?: boolean;
  /** Shows the frame, hidden until then. */
  onLoad?: ReactEventHandler<HTMLImageElement> | undefined;
};

/** For a device that renders a page and may have the files. Null: only the server has them. */
export const PictureRenderer = createContext<((picture: PictureProps) => ReactNode) | null>(null);
