import { spawnSync } from "node:child_process";
import { installDebianPackages } from "./debian-packages.ts";

/**
 * Pictures and figures are of a device that has emoji, as every phone does: a browser that finds them in no font shows boxes, and looks through
 * all fonts for each of them anew, which takes longer than a whole screen of ours. Answers whether there is one now.
 */
export const ensureEmojiFont = (): boolean =>
  hasEmojiFont() || (installDebianPackages(["fonts-noto-color-emoji"]) && hasEmojiFont());

export const NO_EMOJI_FONT =
  "This machine has no font with emoji: what draws them is slower here than on any phone.";

/** Only Linux can be without. */
function hasEmojiFont(): boolean {
  const { status, stdout } = spawnSync("fc-list", [":charset=1f4da"], { encoding: "utf8" });
  return status !== 0 || stdout.trim() !== "";
}
