/** On a device without the app: cached with all its files, of one build, or not at all. */
import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { fetchOwn, ownIn } from "#service-worker/caches/own-answers";

const CACHE = "shelv-landing";
/** The server has "/" under this name too: never a navigation. */
const PAGE = "/landing.html";

export async function cacheLanding(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetchOwn(PAGE);
  if (!isFile(page)) return;
  const html = await page.clone().text();
  const files = filesNamedIn(html);
  const missing = await missingFrom(cache, files);
  if (missing.length === 0 && html === (await (await ownIn(cache, PAGE))?.text())) return;
  const fetched = await Promise.all(missing.map(fetchFile));
  await Promise.all(fetched.map(({ file, answer }) => cache.put(file, answer)));
  await cache.put(PAGE, page);
  const wanted = new Set([PAGE, ...files]);
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((key) => cache.delete(key)));
}

async function fetchFile(file: string): Promise<{ file: string; answer: Response }> {
  const answer = await fetchOwn(file);
  if (!isFile(answer)) throw new Error(`${file} did not come from the server`);
  return { file, answer };
}

const isFile = (answer: Response): boolean => answer.status === 200 && isOurs(answer);

async function missingFrom(cache: Cache, files: readonly string[]): Promise<string[]> {
  const own = await Promise.all(files.map((file) => ownIn(cache, file, ANY_FORM)));
  return files.filter((_, at) => own[at] === undefined);
}

export const cachedLanding = async (): Promise<Response | undefined> => ownIn(await caches.open(CACHE), PAGE);

export const cachedLandingFile = async (request: Request): Promise<Response | undefined> =>
  ownIn(await caches.open(CACHE), request, ANY_FORM);

/** A file counts in any encoding. */
const ANY_FORM = { ignoreVary: true };

const FILE = new RegExp(`["'(](${SERVER_PATHS.assets}/[\\w./-]+|/icons/[\\w./-]+)["')]`, "g");

export const filesNamedIn = (html: string): string[] => [
  ...new Set([...html.matchAll(FILE)].map(([, file = ""]) => file)),
];
