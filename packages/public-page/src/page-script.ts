/**
 * What HTML cannot do: counts the view and clicks, shows the owner the ways to the editor, adds arrows to
 * rows, and makes the page available offline. The service worker is registered last, and gets the list of files
 * to cache: it has not seen the requests of a first visit.
 *
 * Sent as source text, so it references nothing outside itself; hence the types of the few things it uses.
 */
function enliven(page: VisitorsWindow): void {
  const { document, location, navigator } = page;
  // On its own host a page is at "/".
  const username = document.querySelector('[property="profile:username"]')?.getAttribute("content") ?? "";

  // The request survives the page. Offline, the service worker stores it.
  const track = (event: object) =>
    navigator.sendBeacon("/api/analytics/track", JSON.stringify({ username, ...event }));
  const onClick = ({ target, button }: { target: VisitorsElement; button: number }) => {
    if (button > 1) return;
    // Some browsers also send the link's ping; both count once.
    const [, itemId] = /itemId=(.+)/.exec(target.closest("a[ping]")?.getAttribute("ping") ?? "") ?? [];
    if (itemId) track({ eventType: "click", itemId });
  };
  page.addEventListener("click", onClick);
  page.addEventListener("auxclick", onClick);

  const edit = document.querySelector(".shelv-edit");
  // The link back leads to the screen that opened the page. Another origin's address does not begin with a
  // path.
  const from = document.referrer.replace(location.origin, "");
  if (/^\/(?:dashboard|shelves|items|appearance|profile|account|unsaved)\b/.test(from))
    document.querySelector(".shelv-back")?.setAttribute("href", from);
  const greet = () => {
    if (!edit) return false;
    try {
      edit.hidden = page.localStorage.getItem("shelv-username")?.toLowerCase() !== username.toLowerCase();
    } catch {
      // A browser without storage has no owner.
    }
    return !edit.hidden;
  };
  const countView = () => {
    const {
      ref,
      utm_source: source = ref,
      utm_medium: medium,
      utm_campaign: campaign,
    } = Object.fromEntries(new page.URLSearchParams(location.search));
    // The server remembers the source for the visitor's clicks of the day.
    if (!greet())
      track({ eventType: "view", referrer: document.referrer, utm: { source, medium, campaign } });
  };
  // A prerendered page or a background tab is seen later or never.
  const whenSeen = () => {
    const event = document.prerendering ? "prerenderingchange" : document.hidden && "visibilitychange";
    if (event) document.addEventListener(event, whenSeen, { once: true });
    else countView();
  };
  whenSeen();
  page.addEventListener("storage", greet);
  page.addEventListener("pageshow", greet);

  for (const row of document.querySelectorAll("ul.shelv-row")) {
    const arrows = ["Next items", "Previous items"].map((label, isBack) => {
      const looks = { ariaLabel: label, className: "shelv-arrow", tabIndex: -1, textContent: "›" };
      const arrow = Object.assign(document.createElement("button"), looks);
      arrow.addEventListener("click", () => row.scrollBy((isBack ? -0.8 : 0.8) * row.clientWidth, 0));
      row.after(arrow);
      return arrow;
    });
    const update = () =>
      arrows.forEach((arrow, isBack) => {
        const left = row.scrollLeft;
        arrow.hidden = (isBack ? left : row.scrollWidth - row.clientWidth - left) < 9;
      });
    row.addEventListener("scroll", update);
    page.addEventListener("change", update);
    new page.ResizeObserver(update).observe(row);
  }

  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const keep = async () => {
    // The app updates an existing registration. A page's own host has no app.
    if (!(await serviceWorker.getRegistration("/")))
      await serviceWorker.register(location.pathname === "/" ? "/page-worker.js" : "/service-worker.js");
    const { active } = await serviceWorker.ready;
    const pictures = [...document.images].map((image) => image.currentSrc || image.src);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
    active.postMessage({ type: "keep-page", url: location.href, pictures });
    // Lazy pictures choose their source later, possibly before the worker controls this page.
    const tell = ({ target }: { target: { currentSrc?: string } }) =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
      active.postMessage({ type: "keep-pictures", pictures: [target.currentSrc] });
    document.addEventListener("load", tell, true);
  };
  page.addEventListener("load", () => void keep().catch(() => {}));
}

const COMMENT_LINES = /\n\s*\/\/.*/g;
const STRING_OR_SPACES = /("(?:[^"\\\n]|\\.)*")|\s*([=<>?:&|{}(),;*-]+)\s*|\n\s*/g;

/** Without comments, and without spaces beside signs. The CSP contains its hash. */
export const PAGE_SCRIPT = `(${enliven
  .toString()
  .replaceAll(COMMENT_LINES, "")
  .replaceAll(STRING_OR_SPACES, (_, text?: string, sign?: string) => text ?? sign ?? "\n")})(window)`;

type VisitorsElement = {
  hidden: boolean;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  closest(selector: string): VisitorsElement | null;
};

type VisitorsRow = {
  clientWidth: number;
  scrollLeft: number;
  scrollWidth: number;
  after(button: VisitorsButton): void;
  scrollBy(x: number, y: number): void;
  addEventListener(type: "scroll", listener: () => void): void;
};
type VisitorsButton = {
  ariaLabel: string;
  textContent: string;
  className: string;
  hidden: boolean;
  tabIndex: number;
  addEventListener(type: "click", listener: () => void): void;
};

type VisitorsWindow = {
  URLSearchParams: new (search: string) => Iterable<[string, string]>;
  ResizeObserver: new (listener: () => void) => { observe(row: VisitorsRow): void };
  document: {
    referrer: string;
    images: Iterable<{ currentSrc: string; src: string }>;
    hidden: boolean;
    prerendering?: boolean;
    addEventListener(
      type: "visibilitychange" | "prerenderingchange",
      listener: () => void,
      options: { once: true },
    ): void;
    addEventListener(
      type: "load",
      listener: (event: { target: { currentSrc?: string } }) => void,
      capture: true,
    ): void;
    querySelector(selector: string): VisitorsElement | null;
    querySelectorAll(selector: "ul.shelv-row"): Iterable<VisitorsRow>;
    createElement(name: "button"): VisitorsButton;
  };
  location: { href: string; origin: string; pathname: string; search: string };
  localStorage: { getItem(key: string): string | null };
  navigator: {
    sendBeacon(address: string, body: string): boolean;
    serviceWorker?: {
      getRegistration(scope: string): Promise<unknown>;
      register(address: string): Promise<unknown>;
      ready: Promise<{ active: { postMessage(message: unknown): void } }>;
    };
  };
  addEventListener(type: "load" | "storage" | "pageshow" | "change", listener: () => void): void;
  addEventListener(
    type: "click" | "auxclick",
    listener: (event: { target: VisitorsElement; button: number }) => void,
  ): void;
};
