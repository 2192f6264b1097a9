/**
 * The landing page on the device of somebody who has no app here: the page with all its files, of one build. Whole or not at
 * all: a page without its files would be half a page.
 */
import { SERVER_PATHS } from "@shelv/contract/paths";

const CACHE = "shelv-landing";
/** Under this name, too, the server has what it answers at "/"; like this it is never mistaken for a navigation. */
const PAGE = "/landing.html";

/** Fetches the page and all that it names, unless just that is here already; then what older builds named goes. */
export async function keepLanding(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE);
  if (page.status !== 200) return;
  const html = await page.clone().text();
  if (html === (await (await cache.match(PAGE))?.text())) return;
  const files = filesNamedIn(html);
  await cache.addAll(files);
  await cache.put(PAGE, page);
  const wanted = new Set([PAGE, ...files]);
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((key) => cache.delete(key)));
}

export const keptLanding = async (): Promise<Response | undefined> => (await caches.open(CACHE)).match(PAGE);

export const keptLandingFile = async (request: Request): Promise<Response | undefined> =>
  // Compressed or not, it is the same file.
  (await caches.open(CACHE)).match(request, { ignoreVary: true });

const FILE = new RegExp(`["'(](${SERVER_PATHS.assets}/[\\w./-]+|/icons/[\\w./-]+)["')]`, "g");

/** Every built file that the page's text names, each once: its script with all that it imports, fonts, pictures. */
export const filesNamedIn = (html: string): string[] => [...new Set([...html.matchAll(FILE)].map(([, file = ""]) => file))];
