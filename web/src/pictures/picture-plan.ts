import {
  isAcceptableAnimation,
  PICTURE_MAX_PIXELS,
  type pictureMessages,
  UPLOAD_MAX_BYTES,
} from "@shelv/contract/rows/picture";
import type { PictureHead } from "./picture-head";

export type PicturePlan =
  | { do: "refuse"; kind: keyof typeof pictureMessages }
  | { do: "send-as-is" }
  | { do: "redraw" };

/**
 * `head`: null if it is no picture. An animation is sent as it is; if the server would reject it, its first
 * frame.
 */
export function picturePlan(head: PictureHead | null, bytes: number): PicturePlan {
  if (!head) return { do: "refuse", kind: "wrongType" };
  if (head.width * head.height > PICTURE_MAX_PIXELS) return { do: "refuse", kind: "tooManyPixels" };
  return head.frames > 1 && bytes <= UPLOAD_MAX_BYTES && isAcceptableAnimation(head)
    ? { do: "send-as-is" }
    : { do: "redraw" };
}
