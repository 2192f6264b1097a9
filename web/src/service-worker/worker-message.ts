import { SERVER_PATHS, usernameInPath } from "@shelv/contract/paths";

export type WorkerMessage =
  | { type: "keep-app" }
  | { type: "keep-landing" }
  | { type: "skip-waiting" }
  | { type: "keep-page"; url: string; pictures: string[] }
  | { type: "forget-owner"; username: string }
  /** Loaded after the page was saved, in the form that the browser chose. */
  | { type: "keep-pictures"; pictures: string[] };

const MAX_PICTURES = 300;

const isNamed = (path: string) => usernameInPath(path) !== null;

/** Null for unknown ones: the page may be of another build. */
export function parseWorkerMessage(
  data: unknown,
  ownOrigin: string,
  isPage: (path: string) => boolean = isNamed,
): WorkerMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  if (data.type === "keep-app" || data.type === "keep-landing" || data.type === "skip-waiting")
    return { type: data.type };
  if (data.type === "forget-owner")
    return "username" in data && typeof data.username === "string"
      ? { type: "forget-owner", username: data.username }
      : null;
  if (!("pictures" in data) || !Array.isArray(data.pictures)) return null;
  const pictures = ownPictures(data.pictures, ownOrigin);
  if (data.type === "keep-pictures") return { type: "keep-pictures", pictures };
  const url = data.type === "keep-page" && "url" in data ? ownAddress(data.url, ownOrigin) : null;
  if (url === null || !isPage(url.pathname)) return null;
  return { type: "keep-page", url: url.href, pictures };
}

function ownPictures(said: readonly unknown[], ownOrigin: string): string[] {
  const pictures = said
    .map((picture) => ownAddress(picture, ownOrigin))
    .filter((picture) => picture !== null && picture.pathname.startsWith(`${SERVER_PATHS.media}/`))
    .map((picture) => String(picture));
  return [...new Set(pictures)].slice(0, MAX_PICTURES);
}

function ownAddress(text: unknown, ownOrigin: string): URL | null {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return url?.origin === ownOrigin ? url : null;
}
