/** What another app posts to this one. It is kept first, and then the screen that asks for a shelf opens, with or without a network. */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { SHARED_FIELDS, SHARED_PICTURE_MAX_BYTES } from "@shelv/contract/share";
import type { SharedContent } from "#local-store/shared-things";

/** Several pictures are several things. */
const PICTURES_AT_ONCE = 10;

/** Keeps each thing with `keep`, and leads on. What could not be kept is told, rather than lost in silence. */
export async function receiveShare(request: Request, keep: (shared: SharedContent) => Promise<void>): Promise<Response> {
  try {
    for (const shared of await readShare(request)) await keep(shared);
    return seeOther(request, "");
  } catch {
    return seeOther(request, "?missed=1");
  }
}

async function readShare(request: Request): Promise<SharedContent[]> {
  const form = await request.formData();
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const words = { title: textOf(SHARED_FIELDS.title), text: textOf(SHARED_FIELDS.text), url: textOf(SHARED_FIELDS.url) };
  const files = form.getAll(SHARED_FIELDS.pictures).filter((value) => typeof value !== "string" && value.size > 0) as File[];
  if (files.length === 0) return Object.values(words).some((text) => text.trim() !== "") ? [{ ...words, picture: null, isPictureLeftOut: false }] : [];
  return Promise.all(files.slice(0, PICTURES_AT_ONCE).map(async (file) => ({ ...words, ...(await pictureOf(file)) })));
}

async function pictureOf(file: File): Promise<Pick<SharedContent, "picture" | "isPictureLeftOut">> {
  if (file.size > SHARED_PICTURE_MAX_BYTES) return { picture: null, isPictureLeftOut: true };
  return { picture: { bytes: await file.arrayBuffer(), type: file.type, name: file.name }, isPictureLeftOut: false };
}

/** 303 makes a GET of it, so that a reload of the screen is no second post. */
const seeOther = ({ url }: Request, search: string) => Response.redirect(new URL(SCREEN_PATHS.share + search, url), 303);
