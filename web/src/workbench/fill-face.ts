import { FILLS, isTall } from "@shelv/public-page/face";
import type { SyntheticEvent } from "react";

/** A picture whose shape was not known before fills its face as it does for visitors, who get it with the page; also where it is smaller. */
export function fillFace({ currentTarget: { classList, naturalWidth: width, naturalHeight: height } }: SyntheticEvent<HTMLImageElement>): void {
  const fill = isTall({ width, height }) ? "tall" : "wide";
  classList.remove(...Object.values(FILLS));
  classList.add(FILLS[fill]);
}
