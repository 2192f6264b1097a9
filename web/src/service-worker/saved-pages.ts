/** Pages that were opened on this device, newest last: at most thirty, each under its name in lower case. */
import { isOurs } from "@shelv/contract/answer-origin";
import { usernameLedTo } from "@shelv/contract/paths";
import { BoundedCache } from "./bounded-cache.ts";

/** With their pictures (saved-pictures.ts) no more than 50 MB. */
const pages = new BoundedCache("shelv-pages", { entries: 30, bytes: 10 * 1024 * 1024 });
const NETWORK_FIRST_FOR_MS = 3000;
/** 451: the operator has suspended the page. */
const GONE: ReadonlySet<number> = new Set([404, 410, 451]);

type Answering = {
  request: Request;
  waitUntil: (work: Promise<unknown>) => void;
  /** What this device knows better than any saved copy, if it does. */
  known: () => Promise<Response | undefined>;
};

/**
 * The server's answer when it comes within three seconds, else what this device knows, else the saved copy; a late answer still
 * refreshes that. With neither there is nothing to wait for less long: whatever the network answers shows, so that a visitor sees the page on
 * which it wants a sign-in. Null where nothing is to be had.
 */
export async function openPage({ request, waitUntil, known }: Answering): Promise<Response | null> {
  const network = fetch(request).then((response) => {
    waitUntil(heed(request.url, response.clone()));
    return response;
  });
  // Also keeps the worker awake for an answer that comes late.
  const answer = network.catch(() => null);
  waitUntil(answer);
  const inTime = await Promise.race([answer, waited(NETWORK_FIRST_FOR_MS)]);
  // A server in trouble says nothing about the page; "not found" does. A redirect shows nobody its headers: the browser follows it.
  if (inTime !== null && inTime.status < 500 && (isOurs(inTime) || inTime.type === "opaqueredirect"))
    return inTime;
  return (await known()) ?? (await savedPage(request.url)) ?? answer;
}

/** Saves a page that was opened before the worker was there. What went through the worker is saved already. */
export async function savePage(url: string): Promise<void> {
  if (await savedPage(url)) return;
  await heed(url, await fetch(url, { headers: { Accept: "text/html" } }));
}

/** The names of the pages saved here, the newest first. */
export async function savedNames(): Promise<string[]> {
  return (await pages.urls()).map((url) => new URL(url).pathname.slice(1)).toReversed();
}

export async function forgetPage(username: string): Promise<void> {
  const isTheirs = (url: string) => usernameLedTo(new URL(url).pathname) === username.toLowerCase();
  await Promise.all((await pages.urls()).filter(isTheirs).map((url) => pages.delete(url)));
}

/** The HTML of every page saved here. */
export async function savedTexts(): Promise<string[]> {
  const saved = await Promise.all((await pages.urls()).map((url) => pages.match(url)));
  return Promise.all(saved.flatMap((page) => page?.text() ?? []));
}

const savedPage = (url: string) => pages.match(keyOf(url));

/**
 * Saves what is a page, forgets what is gone, and lets anything else (a redirect, trouble, what another says in the server's place) be. A page that may not be kept is
 * one that its owner hides from everybody else: for this device it is gone, too.
 */
async function heed(url: string, response: Response): Promise<void> {
  if (!isOurs(response)) return;
  const mayBeKept = !/\bno-store\b/i.test(response.headers.get("Cache-Control") ?? "");
  if (GONE.has(response.status) || (response.status === 200 && !mayBeKept)) await pages.delete(keyOf(url));
  // Each time as the newest, so that the order is that of the visits.
  else if (response.status === 200) await pages.put(keyOf(url), unredirected(response));
}

/** A browser refuses to open an address with an answer that was redirected on its way. */
const unredirected = (response: Response) =>
  response.redirected
    ? new Response(response.body, { status: response.status, headers: response.headers })
    : response;

function keyOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}/${usernameLedTo(pathname)?.toLowerCase() ?? ""}`;
}

const waited = (ms: number) => new Promise<null>((resolve) => void setTimeout(resolve, ms, null));
