import { isOurs } from "@shelv/contract/answer-origin";
import { usernameLedTo } from "@shelv/contract/paths";
import { BoundedCache } from "#service-worker/caches/bounded-cache";

/** At most 50 MB with their pictures (saved-pictures.ts). */
const pages = new BoundedCache("shelv-pages", { entries: 30, bytes: 10 * 1024 * 1024 });
const NETWORK_FIRST_MS = 3000;
/** 421: the page has left this host. 451: the operator has suspended it. */
const GONE: ReadonlySet<number> = new Set([404, 410, 421, 451]);

type Answering = {
  request: Request;
  waitUntil: (work: Promise<unknown>) => void;
  /** Better than a saved copy, such as the owner's own page. */
  known: () => Promise<Response | undefined>;
  /** Other answers, such as a captive portal's, lose to a saved copy. */
  isTrusted?: (answer: Response) => boolean;
};

/**
 * The server's answer within three seconds, else what this device knows, else the saved copy, which a late
 * answer refreshes. Without either, waits: a visitor sees a captive portal's sign-in. Null if there is
 * nothing.
 */
export async function openPage({
  request,
  waitUntil,
  known,
  isTrusted = isOurs,
}: Answering): Promise<Response | null> {
  const network = fetch(request).then((response) => {
    waitUntil(updateCopy(request.url, response.clone()));
    return response;
  });
  // Waiting for the answer also keeps the worker awake.
  const answer = network.catch(() => null);
  waitUntil(answer);
  const inTime = await Promise.race([answer, waited(NETWORK_FIRST_MS)]);
  // A server error says nothing about the page; "not found" does. A redirect hides its headers: the browser
  // follows it.
  if (inTime !== null && inTime.status < 500 && (isTrusted(inTime) || inTime.type === "opaqueredirect"))
    return inTime;
  return (await known()) ?? (await savedPage(request.url)) ?? answer;
}

/** It was opened before the worker was active. */
export async function savePage(url: string): Promise<void> {
  if (await savedPage(url)) return;
  await updateCopy(url, await fetch(url, { headers: { Accept: "text/html" } }));
}

export async function savedNames(): Promise<string[]> {
  return (await pages.urls()).map((url) => new URL(url).pathname.slice(1)).toReversed();
}

/** Without a name, the page at "/". */
export async function forgetPage(username: string): Promise<void> {
  const isTheirs = (url: string) => (usernameLedTo(new URL(url).pathname) ?? "") === username.toLowerCase();
  await Promise.all((await pages.urls()).filter(isTheirs).map((url) => pages.delete(url)));
}

export async function savedTexts(): Promise<string[]> {
  const saved = await Promise.all((await pages.urls()).map((url) => pages.match(url)));
  return Promise.all(saved.flatMap((page) => page?.text() ?? []));
}

const savedPage = (url: string) => pages.match(keyOf(url));

/**
 * Ignores redirects, errors and foreign answers. A `no-store` page is hidden by its owner: for this device it
 * is gone too.
 */
async function updateCopy(url: string, response: Response): Promise<void> {
  if (!isOurs(response)) return;
  const mayStore = !/\bno-store\b/i.test(response.headers.get("Cache-Control") ?? "");
  if (GONE.has(response.status) || (response.status === 200 && !mayStore)) await pages.delete(keyOf(url));
  // Becomes the newest.
  else if (response.status === 200) await pages.put(keyOf(url), unredirected(response));
}

/** A browser rejects a redirected answer for a navigation. */
const unredirected = (response: Response) =>
  response.redirected
    ? new Response(response.body, { status: response.status, headers: response.headers })
    : response;

function keyOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}/${usernameLedTo(pathname)?.toLowerCase() ?? ""}`;
}

const waited = (ms: number) => new Promise<null>((resolve) => void setTimeout(resolve, ms, null));
