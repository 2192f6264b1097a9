import { FILLS, isTall } from "@shelv/public-page/pictures/face";

/** A picture whose shape was unknown until it loaded: fits it as the public page does, small ones too. */
export function fillFace({
  currentTarget: { classList, naturalWidth: width, naturalHeight: height, parentElement: frame },
}: {
  currentTarget: HTMLImageElement;
}): void {
  const fill = isTall({ width, height }) ? "tall" : "wide";
  classList.remove(...Object.values(FILLS));
  classList.add(FILLS[fill]);
  frame?.style.removeProperty("visibility");
}

/**
 * A picture in the browser's memory is complete before the next frame, but its event comes after that frame.
 */
export function fillIfComplete(image: HTMLImageElement | null): void {
  if (image) queueMicrotask(() => image.naturalWidth > 0 && fillFace({ currentTarget: image }));
}
