import { SCREEN_PATHS } from "@shelv/contract/paths";

const OWN_SCREENS: ReadonlySet<string> = new Set(
  Object.values(SCREEN_PATHS).filter((path) => path !== SCREEN_PATHS.login && path !== SCREEN_PATHS.home),
);
const HERE = "https://here.invalid";

export function nextPath(next: string | undefined): string | null {
  if (!next?.startsWith("/") || !URL.canParse(next, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(next, HERE);
  const screen = `/${pathname.split("/")[1] ?? ""}`;
  return origin === HERE && OWN_SCREENS.has(screen) ? pathname + search + hash : null;
}
