import type { ReactNode } from "react";
import { useAfterFirstFrame } from "#platform/react/use-after-first-frame";
import { useIsPhone } from "#ui/dialogs/use-is-phone";

/**
 * The fields further down in a long form. On a phone, where the form fills the screen, they render in the second frame: the first
 * takes half the work and has the field that is typed into first. Elsewhere the dialog has its final height at once.
 */
export function DeferredFields({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const isDrawn = useAfterFirstFrame();
  return isDrawn || !isPhone ? children : null;
}
