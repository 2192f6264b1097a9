/**
 * The one script of a visitor's page, all of it for what HTML cannot do: it counts the view and the clicks, shows the owner
 * the way to their profile, and makes a page that was opened once open again without a network. It registers the service
 * worker when everything else is done, then tells it what to keep, since a first visit's own requests went past a worker
 * that was not there yet.
 *
 * The function is sent as its own source text, so it must name nothing outside itself; hence the types of the few things
 * it touches, in a package that knows no browser.
 */
function enliven(page: VisitorsWindow): void {
  const { document, location, navigator } = page;
  // Under a name of its own a page stands at "/".
  const username = document.querySelector('[property="profile:username"]')?.getAttribute("content") ?? "";

  // A beacon outlives the page that sends it. What is sent offline, the service worker keeps for later.
  const track = (event: object) =>
    navigator.sendBeacon("/api/analytics/track", JSON.stringify({ username, ...event }));
  const onClick = ({ target, button }: { target: VisitorsElement; button: number }) => {
    // The first two buttons open a link, the others a menu or another page.
    if (button > 1) return;
    // Some browsers tell it by the link's ping as well; to the server both are one click.
    const [, itemId] = /itemId=(.+)/.exec(target.closest("a[ping]")?.getAttribute("ping") ?? "") ?? [];
    if (itemId) track({ eventType: "click", itemId });
  };
  page.addEventListener("click", onClick);
  page.addEventListener("auxclick", onClick);

  const edit = document.querySelector(".shelv-edit");
  const greet = () => {
    if (!edit) return false;
    try {
      edit.hidden = page.localStorage.getItem("shelv-username")?.toLowerCase() !== username.toLowerCase();
    } catch {
      // A browser that keeps nothing has no owner.
    }
    return !edit.hidden;
  };
  const countView = () => void (greet() || track({ eventType: "view" }));
  // A prerendered page, or one in a tab in the background, is looked at later or never.
  if (document.visibilityState === "hidden")
    document.addEventListener("visibilitychange", countView, { once: true });
  else countView();
  // Whoever leaves in another tab, or comes back to this page afterwards.
  page.addEventListener("storage", greet);
  page.addEventListener("pageshow", greet);

  const { serviceWorker } = navigator;
  // The worker is the app's, which lives on its own host alone.
  if (!serviceWorker || location.pathname === "/") return;
  const keep = async () => {
    // A registration that is there already is left alone: the app keeps its own up to date.
    if (!(await serviceWorker.getRegistration("/"))) await serviceWorker.register("/service-worker.js");
    const { active } = await serviceWorker.ready;
    const pictures = [...document.images].map((image) => image.currentSrc || image.src);
    const message = { type: "keep-page", url: location.href, pictures };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
    active.postMessage(message);
    // What is further down is chosen when it comes near, which may be before the worker has taken over this page.
    const tell = ({ target }: { target: { currentSrc?: string } }) =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
      active.postMessage({ type: "keep-pictures", pictures: [target.currentSrc] });
    document.addEventListener("load", tell, true);
  };
  // Not keeping a page costs the visitor nothing now, so a failure is not worth a word.
  const start = () => void keep().catch(() => {});
  if (document.readyState === "complete") start();
  else page.addEventListener("load", start);
}

/** What is inlined into the page, and what its policy's hash is of. */
export const PAGE_SCRIPT = `(${enliven.toString()})(window)`;

/** Where the app notes who is signed in on this device, for pages that must not wait for anything: the username, as typed. */
export const OWNER_HINT_KEY = "shelv-username";

type VisitorsElement = {
  hidden: boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): VisitorsElement | null;
};

type VisitorsWindow = {
  document: {
    readyState: string;
    images: Iterable<{ currentSrc: string; src: string }>;
    visibilityState: string;
    addEventListener(type: "visibilitychange", listener: () => void, options: { once: true }): void;
    addEventListener(
      type: "load",
      listener: (event: { target: { currentSrc?: string } }) => void,
      capture: true,
    ): void;
    querySelector(selector: string): VisitorsElement | null;
  };
  location: { href: string; pathname: string };
  localStorage: { getItem(key: string): string | null };
  navigator: {
    sendBeacon(address: string, body: string): boolean;
    serviceWorker?: {
      getRegistration(scope: string): Promise<unknown>;
      register(address: string): Promise<unknown>;
      ready: Promise<{ active: { postMessage(message: unknown): void } }>;
    };
  };
  addEventListener(type: "load" | "storage" | "pageshow", listener: () => void): void;
  addEventListener(
    type: "click" | "auxclick",
    listener: (event: { target: VisitorsElement; button: number }) => void,
  ): void;
};
