import { withoutHiddenMarks } from "./values/text.ts";

/**
 * A first segment in this list can never be a username: it separates screens from owners' pages for service
 * worker and server. New screens go below an existing path ("/dashboard/stats"): a new first segment would
 * take the address of an account that has this name.
 */
export const SCREEN_PATHS = {
  home: "/",
  login: "/login",
  dashboard: "/dashboard",
  shelves: "/shelves",
  items: "/items",
  appearance: "/appearance",
  profile: "/profile",
  account: "/account",
  unsaved: "/unsaved",
  onboarding: "/onboarding",
  me: "/me",
  /** Other apps post shares to this path, and its screen puts the content on a shelf. */
  share: "/share",
} as const;

export const SERVER_PATHS = {
  api: "/api",
  media: "/media",
  assets: "/assets",
  backgroundModel: "/background-model",
  health: "/healthz",
  ready: "/readyz",
} as const;

/** The worker of a page on its own host; the app's is at "/service-worker.js". */
export const PAGE_WORKER_PATH = "/page-worker.js";
export const TRACK_PATH = `${SERVER_PATHS.api}/analytics/track` as const;

const RESERVED = [
  "about",
  "admin",
  "app",
  "blog",
  "contact",
  "favicon",
  "help",
  "home",
  "icons",
  "index",
  "internal",
  "legal",
  "logout",
  "manifest",
  "null",
  "pricing",
  "privacy",
  "robots",
  "root",
  "security",
  "settings",
  "shelv",
  "signin",
  "signup",
  "sitemap",
  "static",
  "status",
  "store",
  "support",
  "sw",
  "system",
  "terms",
  "undefined",
  "user",
  "users",
  "well-known",
  "www",
];

export const OWN_FIRST_SEGMENTS: ReadonlySet<string> = new Set(
  [...Object.values(SCREEN_PATHS), ...Object.values(SERVER_PATHS)]
    .map((path) => path.slice(1))
    .filter((segment) => segment !== "")
    .concat(RESERVED),
);

/** The username that a path names; null for the app's paths, files, and paths deeper than a page. */
export function usernameInPath(pathname: string): string | null {
  const match = /^\/([\w-]{3,30})\/?$/.exec(pathname);
  const name = match?.[1];
  return name === undefined || OWN_FIRST_SEGMENTS.has(name.toLowerCase()) ? null : name;
}

/**
 * The username in the path, else the username that is left without characters that people and apps add around
 * a name ("/@ada", "/ada.", "/ada),"). Nothing else that is percent-encoded is decoded.
 */
export function usernameLedTo(pathname: string): string | null {
  const named = usernameInPath(pathname);
  if (named !== null || pathname.length > 200) return named;
  const [, meant] =
    /^\/[\s@"'“„«‹(<[]*([\w-]{3,30})[\s.,;:!?"'”’»›)>\]…]*\/?$/.exec(
      withoutHiddenMarks(pathname.replace(/^\/%40/, "/@")),
    ) ?? [];
  return meant === undefined ? null : usernameInPath(`/${meant}`);
}
