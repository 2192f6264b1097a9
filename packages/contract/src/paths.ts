import { withoutHiddenMarks } from "./values/text.ts";

/**
 * First segments that can never be usernames: they tell screens from owners' pages. New screens go below an
 * existing path ("/dashboard/stats"), or they would take an account's address.
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

/** For a page on its own host; the app's worker is at "/service-worker.js". */
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

/** Null for the app's paths, files, and paths deeper than a page. */
export function usernameInPath(pathname: string): string | null {
  const match = /^\/([\w-]{3,30})\/?$/.exec(pathname);
  const name = match?.[1];
  return name === undefined || OWN_FIRST_SEGMENTS.has(name.toLowerCase()) ? null : name;
}

/**
 * As `usernameInPath`, else without the characters that people and apps add to a name ("/@ada", "/ada.",
 * "/ada),"). Nothing else that is percent-encoded is decoded.
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
