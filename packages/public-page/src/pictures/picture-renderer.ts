import { createContext, type ReactEventHandler, type ReactNode } from "react";
import type { PagePicture } from "#page-data";

export type PictureProps = {
  picture: PagePicture;
  /** Class of the frame around it. */
  frameClass?: string | undefined;
  className: string;
  /** Its width, in the format of `sizes`. */
  sizes: string;
  /** The space that the browser reserves; only the ratio counts if the style sheet sets the size. */
  width: number | undefined;
  height: number | undefined;
  isLazy?: boolean;
  /** For an item: a picture of unknown shape fills the face once it loads. */
  fillsFace?: boolean;
  /** Shows the frame, which is hidden until then. */
  onLoad?: ReactEventHandler<HTMLImageElement> | undefined;
};

/**
 * Renders each picture when a device renders a page itself and may have the files. Null if only the server
 * has them.
 */
export const PictureRenderer = createContext<((picture: PictureProps) => ReactNode) | null>(null);
