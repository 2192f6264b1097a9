import { FILLS, isTall } from "@shelv/public-page/face";
import type { SyntheticEvent } from "react";

/**
 * A picture whose shape was not known before is shown once it is, and fills its face as it does for visitors, who get the shape with the page;
 * also where it is smaller.
 */
export function fillFace({
  currentTarget: { classList, naturalWidth: width, naturalHeight: height, parentElement: frame },
}: SyntheticEvent<HTMLImageElement>): void {
  const fill = isTall({ width, height }) ? "tall" : "wide";
  classList.remove(...Object.values(FILLS));
  classList.add(FILLS[fill]);
  frame?.style.removeProperty("visibility");
}
