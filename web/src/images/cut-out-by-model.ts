/** A thing cut out of its picture by a model that was taught what stands out, such as U²-Net or ISNet. */
import { type Cut, finishedCut, SMALL_PX } from "./finished-cut";
import { type Pixels, shrunk } from "./pixels";
import { atSize, normalised, type SalientMap } from "./salient-map";

/** A map whose values lie nearer to each other shows nothing: brought to full contrast it would be noise. */
const FLAT = 0.05;
/** The thing's part of a pixel from which on it is the thing's; asked boldly, and shyly. */
const CUT = 0.5;
const BOLD = 0.25;
const SHY = 0.75;

/** Null where the model sees nothing that stands out. */
export async function cutOutByModel(
  pixels: Pixels,
  look: (pixels: Pixels) => Promise<SalientMap>,
): Promise<Cut | null> {
  const map = normalised(await look(pixels), FLAT);
  if (!map) return null;
  const small = shrunk(pixels, SMALL_PX);
  const parts = atSize(map, small);
  const cut = Uint8Array.from(parts, (part) => (part >= CUT ? 255 : 0));
  return finishedCut(pixels, small, cut, agreement(parts));
}

/** A model that is sure draws the same thing, however it is asked. */
const agreement = (parts: Float32Array): number =>
  parts.filter((part) => part >= SHY).length / Math.max(1, parts.filter((part) => part >= BOLD).length);
