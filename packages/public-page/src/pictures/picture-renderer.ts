import { createContext, type ReactNode } from "react";
import type { PictureProps } from "./picture.tsx";

/**
 * Renders each picture when a device renders a page itself and may have the files. Null if only the server
 * has them.
 */
export const PictureRenderer = createContext<((picture: PictureProps) => ReactNode) | null>(null);
