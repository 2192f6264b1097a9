import { get } from "node:http";

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

type ServerEvent = { name: string; data: string };

/** With as little overhead as a browser. Returns how to stop. */
function readEvents(
  url: string | URL,
  headers: Record<string, string>,
  {
    onOpen,
    onEvent,
    onEnd,
  }: { onOpen: () => void; onEvent: (event: ServerEvent) => void; onEnd: () => void },
): () => void {
  const request = get(url, { headers: { ...headers, Accept: "text/event-stream" }, agent: false });
  request.on("error", onEnd);
  request.on("response", (response) => {
    if (response.statusCode !== 200) {
      request.destroy(new Error(`${String(url)} answered ${response.statusCode}`));
      return;
    }
    let unread = "";
    response
      .setEncoding("utf8")
      .on("end", onEnd)
      .on("data", (text: string) => {
        const blocks = (unread + text).split("\n\n");
        unread = blocks.pop() ?? "";
        for (const block of blocks) {
          const event = { name: fieldOf(block, "event") ?? "message", data: fieldOf(block, "data") };
          if (event.data !== undefined) onEvent({ name: event.name, data: event.data });
        }
      });
    onOpen();
  });
  return () => request.destroy();
}

function fieldOf(block: string, field: string): string | undefined {
  return block
    .split("\n")
    .find((line) => line.startsWith(`${field}: `))
    ?.slice(field.length + 2);
}
