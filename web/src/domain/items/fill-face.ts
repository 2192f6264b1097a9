import { FILLS, isTall } from "@shelv/public-page/pictures/face";
import type { SyntheticEvent } from "react";

/** A picture whose shape was unknown until it loaded: fits it as the public page does, small ones too. */
export function fillFace({
  currentTarget: { classList, naturalWidth: width, naturalHeight: height, parentElement: frame },
}: SyntheticEvent<HTMLImageElement>): void {
  const fill = isTall({ width, height }) ? "tall" : "wide";
  classList.remove(...Object.values(FILLS));
  classList.add(FILLS[fill]);
  frame?.style.removeProperty("visibility");
}
