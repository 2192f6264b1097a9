import type { Appearance } from "@shelv/contract/appearance";
import { lookVariables } from "@shelv/public-page/look-variables";
import { roomVariables } from "@shelv/public-page/room";

/** How much of the accent is in each part of a board of glass, as glass.css says it. */
const GLASS = { "wood-top": 0.16, "wood-front": 0.3, "wood-low": 0.44, "wood-under": 0.6 };

/** The colours of an owner's room. A page that follows its visitor's device is drawn by day. */
export function drawnRoom(appearance: Appearance): Record<string, string> {
  const room = appearance.theme === "dark" ? "dark" : "light";
  const own = Object.entries(roomVariables(appearance, room)).map(([name, value]) => [
    name.replace("--shelv-", ""),
    value,
  ]);
  const colours: Record<string, string> = { ...lookVariables(room), ...Object.fromEntries(own) };
  if (appearance.shelfBackground !== "glass") return colours;
  const { wall = "", accent = "" } = colours;
  const boards = Object.entries(GLASS).map(([part, share]) => [part, mixed(accent, wall, share)]);
  return {
    ...colours,
    "wood-back": mixed(wall, "#ffffff", 0.4),
    "wood-lip": "#ffffff",
    grain: "transparent",
    ...Object.fromEntries(boards),
  };
}

/** Of two colours in six hex digits, the first with its share. */
function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
