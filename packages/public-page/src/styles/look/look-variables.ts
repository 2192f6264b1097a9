import look from "./look.css?inline";
import type { Room } from "#look/palette";

export const lookVariables = (room: Room): Record<string, string> => VARIABLES[room];

const VARIABLES: Record<Room, Record<string, string>> = { light: {}, dark: {} };
for (const [, theme, declared = ""] of look.matchAll(
  /\.shelv-look(\[data-theme="?dark"?\])?\s*\{([^}]*)\}/g,
)) {
  for (const [, name = "", value = ""] of declared.matchAll(/--shelv-([\w-]+):\s*([^;]+)/g))
    VARIABLES[theme ? "dark" : "light"][name] = value.trim();
}
