import { FILLS, isTall } from "@shelv/public-page/pictures/face";
import type { SyntheticEvent } from "react";

/**
 * Shows a picture whose shape was unknown until it loaded, and fits it to its item as on the public page, which knows the
 * shape; small pictures too.
 */
export function fillFace({
  currentTarget: { classList, naturalWidth: width, naturalHeight: height, parentElement: frame },
}: SyntheticEvent<HTMLImageElement>): void {
  const fill = isTall({ width, height }) ? "tall" : "wide";
  classList.remove(...Object.values(FILLS));
  classList.add(FILLS[fill]);
  frame?.style.removeProperty("visibility");
}
