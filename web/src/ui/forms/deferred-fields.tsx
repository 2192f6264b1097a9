import type { ReactNode } from "react";
import { useAfterFirstFrame } from "#platform/react/use-after-first-frame";
import { useIsPhone } from "#ui/dialogs/use-is-phone";

/**
 * On a phone, where the form fills the screen, these render in the second frame: the first takes half the
 * work. Elsewhere the dialog has its final height at once.
 */
export function DeferredFields({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const isDrawn = useAfterFirstFrame();
  return isDrawn || !isPhone ? children : null;
}
