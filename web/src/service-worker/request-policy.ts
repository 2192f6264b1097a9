import { SCREEN_PATHS, SERVER_PATHS, TRACK_PATH, usernameLedTo } from "@shelv/contract/paths";

/**
 * What happens to a request that passes the service worker:
 * - `landing`: the page at "/", from this device where it is kept here
 * - `app-shell`: the editor's own screens, from this device where the app is kept here
 * - `public-page`: somebody's page: the network for three seconds, then the saved copy
 * - `unknown-screen`: an address that nobody knows; the network says so, or else the app
 * - `picture`: immutable, so the saved copy is as good as any
 * - `asset`: a file of the app or of the landing page, from this device where it is kept here
 * - `late-file`: a file of the app that few need: from the network, and from then on from this device
 * - `visit`: a view or a click to be counted: sent, or kept for when there is a network
 * - `share`: what another app shares, posted by the system: kept on this device, then the screen that asks for a shelf
 * - `pass`: none of the worker's business
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
  if (isBelow(SERVER_PATHS.api, pathname) || isBelow(SERVER_PATHS.health, pathname)) return "pass";
  if (isBelow(SERVER_PATHS.media, pathname)) return "picture";
  if (mode !== "navigate") return isBelow(`${SERVER_PATHS.assets}/late`, pathname) ? "late-file" : "asset";
  if (pathname === SCREEN_PATHS.home) return "landing";
  if (isScreenPath(pathname)) return "app-shell";
  if (usernameLedTo(pathname) !== null) return "public-page";
  return isFile(pathname) ? "pass" : "unknown-screen";
}

/** Whether the editor has a screen at this path. */
export const isScreenPath = (pathname: string) =>
  Object.values(SCREEN_PATHS).some((path) => path !== SCREEN_PATHS.home && isBelow(path, pathname));

const isBelow = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);

/** "/robots.txt", "/assets/x.js": opened by somebody who wants just that. */
const isFile = (pathname: string) => /\.\w+$/.test(pathname);
