import { SERVER_PATHS, usernameInPath } from "@shelv/contract/paths";

/** What pages say to the worker. Addresses are whole, and this origin's. */
export type WorkerMessage =
  | { type: "keep-app" }
  | { type: "keep-landing" }
  | { type: "skip-waiting" }
  | { type: "keep-page"; url: string; pictures: string[] }
  /** This account has left this device, and nothing of it is to stay. */
  | { type: "forget-owner"; username: string }
  /** Pictures that came after the page was kept, each in the form that was chosen. */
  | { type: "keep-pictures"; pictures: string[] };

const PICTURES_AT_MOST = 300;

/** A page is our own code, but an older or newer build of it: null for what this worker does not know. */
export function parseWorkerMessage(data: unknown, ownOrigin: string): WorkerMessage | null {
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
  if (url === null || usernameInPath(url.pathname) === null) return null;
  return { type: "keep-page", url: url.href, pictures };
}

/** Each once. */
function ownPictures(said: readonly unknown[], ownOrigin: string): string[] {
  const pictures = said
    .map((picture) => ownAddress(picture, ownOrigin))
    .filter((picture) => picture !== null && picture.pathname.startsWith(`${SERVER_PATHS.media}/`))
    .map((picture) => String(picture));
  return [...new Set(pictures)].slice(0, PICTURES_AT_MOST);
}

function ownAddress(text: unknown, ownOrigin: string): URL | null {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return url?.origin === ownOrigin ? url : null;
}
