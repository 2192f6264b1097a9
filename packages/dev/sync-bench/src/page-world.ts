import { readEvents } from "./read-events.ts";

/**
 * Browser globals that the sync loop uses: a visible document, an online network, relative addresses, a
 * cookie, and EventSource.
 */
export function becomePage(origin: string, headers: Record<string, string>): void {
  const page = new EventTarget();
  const fetchOfNode = globalThis.fetch;
  const inPage = (path: string, init: RequestInit = {}) =>
    fetchOfNode(new URL(path, origin), {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
  Object.assign(globalThis, {
    fetch: inPage,
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    addEventListener: page.addEventListener.bind(page),
    EventSource: eventSourceOf(origin, headers),
  });
  Object.defineProperty(navigator, "onLine", { value: true });
}

/** For an uninterrupted stream: named events and `open`. */
function eventSourceOf(origin: string, headers: Record<string, string>) {
  return class PageEvents extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 0;
    readonly #stop: () => void;

    constructor(address: string) {
      super();
      this.#stop = readEvents(new URL(address, origin), headers, {
        onOpen: () => {
          this.readyState = 1;
          this.dispatchEvent(new Event("open"));
        },
        onEvent: ({ name, data }) => this.dispatchEvent(new MessageEvent(name, { data })),
        onEnd: () => {
          this.readyState = PageEvents.CLOSED;
          this.dispatchEvent(new Event("error"));
        },
      });
    }

    close(): void {
      this.readyState = PageEvents.CLOSED;
      this.#stop();
    }
  };
}
