import type { ItemFields } from "@shelv/contract/rows/item";
import type { TouchUpStart } from "#domain/background-removal/cutout-answer";
import { modelsFor, pictureFile } from "#domain/background-removal/request-cutout";
import { runTask } from "#domain/background-removal/run-task";
import type { LocalStore } from "#local-store/local-store";

/** Rejects if the picture is not on this device and there is no network, or if the browser hides pixels. */
export async function startTouchUp(
  store: LocalStore,
  { picture, cutout }: Pick<ItemFields, "picture" | "cutout">,
  signal: AbortSignal,
): Promise<TouchUpStart> {
  const fileOf = async (sha256: string | null) =>
    sha256 === null ? null : pictureFile(store, sha256, signal);
  const [whole, cut] = await Promise.all([fileOf(picture), fileOf(cutout)]);
  if (!whole) throw new Error("The picture is not on this device");
  const models = await modelsFor(store, signal);
  const answer = await runTask({ wants: "mask", picture: whole, cutout: cut, models }, signal);
  if (answer === null || "problem" in answer) throw new Error("The picture cannot be touched up");
  return answer;
}
