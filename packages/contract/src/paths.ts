import { withoutHiddenMarks } from "./text.ts";

/**
 * Every path of the app, in one list. A first segment that stands here can never be a username, and the service worker
 * and the server both read it to tell the app's screens from somebody's page.
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
  /** The owner's own page, whoever the owner is. */
  me: "/me",
  /** Where other apps post what they share, and where it is put on a shelf. */
  share: "/share",
} as const;

/** Paths that the server answers itself. */
export const SERVER_PATHS = {
  api: "/api",
  media: "/media",
  assets: "/assets",
  backgroundModel: "/background-model",
  health: "/healthz",
} as const;

/** Where views and clicks are told; a link's `ping` tells them in its query. */
export const TRACK_PATH = `${SERVER_PATHS.api}/analytics/track` as const;

/** Names that would mislead, or that the web gives a meaning of its own. */
const KEPT_BACK = [
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
    .concat(KEPT_BACK),
);

/** The username that a path names, or null where the path is one of the app's own, a file, or deeper than a page. */
export function usernameInPath(pathname: string): string | null {
  const match = /^\/([\w-]{3,30})\/?$/.exec(pathname);
  const name = match?.[1];
  return name === undefined || OWN_FIRST_SEGMENTS.has(name.toLowerCase()) ? null : name;
}

/**
 * The username that a path leads to: the one that it names, or where it names none, the one in it once the signs are gone that people and apps
 * set around a name ("/@ada", "/ada.", "/ada),"). Null as above. Nothing else that is percent-encoded is decoded.
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
