import { SCREEN_PATHS, SERVER_PATHS, TRACK_PATH, usernameLedTo } from "@shelv/contract/paths";

/**
 * - `landing`: "/", cache first
 * - `app-shell`: an editor screen, from the cache if the app is there
 * - `public-page`: the network for three seconds, then the saved copy
 * - `unknown-screen`: the network, else the app
 * - `picture`, `asset`: cache first
 * - `late-file`: rarely needed: from the network, then cached
 * - `visit`: a view or click: sent, or stored until there is a network
 * - `share`: posted by the system: stored, then the screen that asks for a shelf
 * - `pass`: not handled
 */
export type RequestPolicy =
  | "landing"
  | "app-shell"
  | "public-page"
  | "unknown-screen"
  | "picture"
  | "asset"
  | "late-file"
  | "visit"
  | "share"
  | "pass";

export type SeenRequest = { method: string; mode: string; url: string };

export function requestPolicy({ method, mode, url }: SeenRequest, ownOrigin: string): RequestPolicy {
  const { origin, pathname } = new URL(url);
  if (origin !== ownOrigin) return "pass";
  if (method === "POST" && pathname === TRACK_PATH) return "visit";
  if (method === "POST" && mode === "navigate" && pathname === SCREEN_PATHS.share) return "share";
  if (method !== "GET") return "pass";
  if (PASSED.some((path) => isBelow(path, pathname))) return "pass";
  if (isBelow(SERVER_PATHS.media, pathname)) return "picture";
  if (mode !== "navigate") return isBelow(`${SERVER_PATHS.assets}/late`, pathname) ? "late-file" : "asset";
  if (pathname === SCREEN_PATHS.home) return "landing";
  if (isScreenPath(pathname)) return "app-shell";
  if (usernameLedTo(pathname) !== null) return "public-page";
  return isFile(pathname) ? "pass" : "unknown-screen";
}

const PASSED = [SERVER_PATHS.api, SERVER_PATHS.health, SERVER_PATHS.ready];

export const isScreenPath = (pathname: string) =>
  Object.values(SCREEN_PATHS).some((path) => path !== SCREEN_PATHS.home && isBelow(path, pathname));

const isBelow = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);

const isFile = (pathname: string) => /\.\w+$/.test(pathname);
