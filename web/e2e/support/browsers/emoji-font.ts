import { spawnSync } from "node:child_process";
import { installDebianPackages } from "./debian-packages.ts";

/**
 * Every phone has emoji; without such a font a browser searches all others for each emoji, which takes longer
 * than a screen.
 */
export const ensureEmojiFont = (): boolean =>
  hasEmojiFont() || (installDebianPackages(["fonts-noto-color-emoji"]) && hasEmojiFont());

export const NO_EMOJI_FONT =
  "This machine has no font with emoji: what draws them is slower here than on any phone.";

function hasEmojiFont(): boolean {
  const { status, stdout } = spawnSync("fc-list", [":charset=1f4da"], { encoding: "utf8" });
  return status !== 0 || stdout.trim() !== "";
}
