import { createContext, type ReactEventHandler, type ReactNode } from "react";
import type { PagePicture } from "#page-data";

export type PictureProps = {
  picture: PagePicture;
  frameClass?: string | undefined;
  className: string;
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  isLazy?: boolean;
  fillsFace?: boolean;
  onLoad?: ReactEventHandler<HTMLImageElement> | undefined;
};

export const PictureRenderer = createContext<((picture: PictureProps) => ReactNode) | null>(null);
