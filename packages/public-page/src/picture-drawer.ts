import { createContext, type ReactNode } from "react";
import type { PictureProps } from "./picture.tsx";

/** How each picture is drawn where a device draws a page by itself: it may have them. Null where the server's addresses are all there is. */
export const PictureDrawer = createContext<((picture: PictureProps) => ReactNode) | null>(null);
