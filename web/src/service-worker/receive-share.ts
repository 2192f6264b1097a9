/** Stores a share first, then shows it on the screen that asks for a shelf, also without a network. */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import {
  SHARE_MAX_BYTES,
  SHARED_FIELDS,
  SHARED_PICTURE_MAX_BYTES,
  SHARED_TEXT_MAX_BYTES,
} from "@shelv/contract/links/share";
import type { SharedContent } from "#local-store/unsynced/share-inbox-database";

const MAX_PICTURES = 10;

/** A failure is reported by the screen. */
export async function receiveShare(
  request: Request,
  keep: (shared: SharedContent) => Promise<void>,
): Promise<Response> {
  try {
    for (const shared of await readShare(request)) await keep(shared);
    return seeOther(request, "");
  } catch {
    return seeOther(request, "?missed=1");
  }
}

async function readShare(request: Request): Promise<SharedContent[]> {
  const body = await request.blob();
  if (body.size > SHARE_MAX_BYTES) throw new Error("More than any phone shares");
  const form = await new Response(body, {
    headers: { "Content-Type": request.headers.get("Content-Type") ?? "" },
  }).formData();
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? shortened(value) : "";
  };
  const texts = {
    title: textOf(SHARED_FIELDS.title),
    text: textOf(SHARED_FIELDS.text),
    url: textOf(SHARED_FIELDS.url),
  };
  const from = senderOf(request);
  const sent = from === undefined ? texts : { ...texts, from };
  const files = form
    .getAll(SHARED_FIELDS.pictures)
    .filter((value) => typeof value !== "string" && value.size > 0) as File[];
  if (files.length === 0)
    return Object.values(texts).some((text) => text.trim() !== "")
      ? [{ ...sent, picture: null, isPictureLeftOut: false }]
      : [];
  return Promise.all(
    files.slice(0, MAX_PICTURES).map(async (file) => ({ ...sent, ...(await pictureOf(file)) })),
  );
}

/**
 * Null for the system or a site that hides itself, since a browser sends "null" for both. Undefined for this
 * app.
 */
function senderOf({ headers, url }: Request): string | null | undefined {
  const origin = headers.get("Origin");
  if (origin === null || !URL.canParse(origin)) return null;
  const sender = new URL(origin);
  return sender.origin === new URL(url).origin ? undefined : sender.host;
}

function shortened(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= SHARED_TEXT_MAX_BYTES
    ? text
    : new TextDecoder().decode(bytes.slice(0, SHARED_TEXT_MAX_BYTES)).replace(/\uFFFD+$/, "");
}

async function pictureOf(file: File): Promise<Pick<SharedContent, "picture" | "isPictureLeftOut">> {
  if (file.size > SHARED_PICTURE_MAX_BYTES) return { picture: null, isPictureLeftOut: true };
  return {
    picture: { bytes: await file.arrayBuffer(), type: file.type, name: file.name },
    isPictureLeftOut: false,
  };
}

/** Status 303 makes it a GET: a reload does not post again. */
const seeOther = ({ url }: Request, search: string) =>
  Response.redirect(new URL(SCREEN_PATHS.share + search, url), 303);
