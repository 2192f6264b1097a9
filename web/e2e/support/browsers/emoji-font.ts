import { spawnSync } from "node:child_process";
import { installDebianPackages } from "./debian-packages.ts";

/**
 * Screenshots and figures show a device with emoji, as every phone is. A browser without an emoji font draws
 * boxes and searches all fonts for each emoji, which takes longer than drawing a screen. Returns whether a
 * font is installed.
 */
export const ensureEmojiFont = (): boolean =>
  hasEmojiFont() || (installDebianPackages(["fonts-noto-color-emoji"]) && hasEmojiFont());

export const NO_EMOJI_FONT =
  "This machine has no font with emoji: what draws them is slower here than on any phone.";

/** Only Linux can lack one. */
function hasEmojiFont(): boolean {
  const { status, stdout } = spawnSync("fc-list", [":charset=1f4da"], { encoding: "utf8" });
  return status !== 0 || stdout.trim() !== "";
}
