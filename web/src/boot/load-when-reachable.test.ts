import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { beforeEach, expect, test, vi } from "vitest";
import { loadWhenReachable } from "./load-when-reachable";

function openPage(server: { answers: boolean; isForeign?: boolean } = { answers: false }) {
  const page = new EventTarget();
  const serviceWorker = Object.assign(new EventTarget(), { controller: null as object | null });
  const network = { onLine: false, serviceWorker };
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("fetch", async () => {
    if (!server.answers) throw new TypeError("Failed to fetch");
    return new Response("ok", server.isForeign ? {} : { headers: { [OWN_HEADER.name]: OWN_HEADER.value } });
  });
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (!server.answers && !network.onLine && serviceWorker.controller === null)
      throw new TypeError("Failed to fetch dynamically imported module");
    return "the screen";
  };
  const came: string[] = [];
  void loadWhenReachable(load).then((screen) => came.push(screen));
  return {
    page,
    network,
    serviceWorker,
    server,
    came,
    tries: () => tries,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test.each<[string, (opened: ReturnType<typeof openPage>) => void, afterMs: number]>([
  [
    "the browser reports a network again",
    ({ network, page }) => {
      network.onLine = true;
      page.dispatchEvent(new Event("online"));
    },
    0,
  ],
  ["the network is back without an event", ({ network }) => void (network.onLine = true), 3000],
  [
    "the server answers, though the browser sees no network",
    ({ server }) => void (server.answers = true),
    3000,
  ],
  [
    "a service worker that may have it takes over",
    ({ serviceWorker }) => {
      serviceWorker.controller = {};
      serviceWorker.dispatchEvent(new Event("controllerchange"));
    },
    0,
  ],
])("an unreachable part is not requested until %s", async (_, change, afterMs) => {
  const opened = openPage();
  await opened.pass(10_000);
  expect([opened.tries(), opened.came]).toEqual([0, []]);
  change(opened);
  await opened.pass(afterMs);
  expect([opened.tries(), opened.came]).toEqual([1, ["the screen"]]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a part loads at once when the server answers, even if the browser reports no network from the start", async () => {
  const { came, pass } = openPage({ answers: true });
  await pass(0);
  expect(came).toEqual(["the screen"]);
});

test("an answer from another server in its place does not count as reachable", async () => {
  const { came, tries, pass, server } = openPage({ answers: true, isForeign: true });
  await pass(60_000);
  expect([tries(), came]).toEqual([0, []]);
  server.isForeign = false;
  await pass(3000);
  expect(came).toEqual(["the screen"]);
});

test("a part waits for a sheet that another part has requested", async () => {
  const link = Object.assign(new EventTarget(), { sheet: null as object | null });
  vi.stubGlobal("document", { querySelectorAll: () => [link] });
  const { came, pass } = openPage({ answers: true });
  await pass(1000);
  expect(came).toEqual([]);
  link.sheet = {};
  link.dispatchEvent(new Event("load"));
  await pass(0);
  expect(came).toEqual(["the screen"]);
});
