import type { ReactNode } from "react";
import { useIsDrawn } from "./use-is-drawn";
import { useIsPhone } from "./use-is-phone";

/**
 * What stands further down in a long form. Where the form fills a phone's screen, it follows in the frame after the first: that one is
 * half the work, and has the field that is typed into first. Elsewhere the dialog is as high as its form, and stands whole at once.
 */
export function LowerFields({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const isDrawn = useIsDrawn();
  return isDrawn || !isPhone ? children : null;
}
