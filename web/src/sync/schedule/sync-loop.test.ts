import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import { newShelf } from "@shelv/contract/testing/rows";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiFailure, NoNetwork } from "#api/call";
import { newId } from "#platform/new-id";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import { unsentCount } from "#outbox/change-counts";
import { mutate } from "#outbox/mutate";
import type { SyncOutcome } from "#sync/run-sync";
import { startSyncLoop } from "./sync-loop";

function openPage(
  answer: (request: SyncRequest) => SyncResponse | ApiFailure | Promise<SyncResponse>,
  browser: object = {},
  onPut: () => void = () => undefined,
) {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", document);
  vi.stubGlobal("navigator", { onLine: true, ...browser });
  onTestFinished(() => void vi.unstubAllGlobals());
  const store = openTestStore();
  const asked: number[] = [];
  const outcomes: (SyncOutcome | null)[] = [];
  const start = performance.now();
  const exchange = async (request: SyncRequest): Promise<SyncResponse> => {
    asked.push(Math.round((performance.now() - start) / 1000));
    const said = await answer(request);
    if (said instanceof ApiFailure) throw said;
    return said;
  };
  const puts: string[] = [];
  const putsAt: number[] = [];
  const putPicture = async (sha256: string) => {
    putsAt.push(Math.round((performance.now() - start) / 1000));
    onPut();
    puts.push(sha256);
  };
  const loop = startSyncLoop(store, { exchange, putPicture }, (outcome) => outcomes.push(outcome));
  onTestFinished(() => {
    loop.stop();
    store.close();
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  const look = (visibilityState: "visible" | "hidden") => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { loop, page, look, store, asked, puts, putsAt, outcomes, pass };
}

const inTrouble = (retryAfterS: number | null) => () =>
  new ApiFailure(503, "unavailable", "", [], retryAfterS);
const withNothingNew = ({ epoch, cursor, pull, mutations }: SyncRequest): SyncResponse => ({
  base: { epoch, cursor },
  epoch: "first",
  cursor,
  floor: 0,
  lastMid: mutations.at(-1)?.mid ?? 0,
  lastOp: mutations.at(-1)?.opId ?? null,
  gap: false,
  reset: false,
  pulled: pull,
  more: false,
  retry: null,
  results: [],
  rows: [],
  gone: [],
  wants: [],
  serverMs: 0,
});

test.each<[string, (opened: ReturnType<typeof openPage>) => unknown]>([
  ["the network's return", ({ page }) => page.dispatchEvent(new Event("online"))],
  ["the window's turn", ({ page }) => page.dispatchEvent(new Event("focus"))],
  ["a tab that is looked at again", ({ look }) => look("visible")],
  [
    "a change",
    ({ loop, pass }) => {
      loop.changed();
      return pass(1);
    },
  ],
  ["the server's word", ({ loop }) => loop.poked(null)],
  ["the owner's wish", ({ loop }) => loop.syncNow()],
  ["a minute", ({ pass }) => pass(59)],
])("the start syncs, and so does %s", async (_, act) => {
  const opened = openPage(withNothingNew);
  await opened.pass(1);
  expect(opened.asked).toHaveLength(1);
  await act(opened);
  await opened.pass(1);
  expect(opened.asked).toHaveLength(2);
});

test("a paused loop sends nothing, whatever happens on the page, and syncs afterwards", async () => {
  const { loop, page, asked, pass } = openPage(withNothingNew);
  await pass(1);
  const goOn = await loop.pause();
  page.dispatchEvent(new Event("focus"));
  loop.changed();
  const wished = loop.syncNow();
  await pass(70);
  expect(asked).toEqual([0]);
  goOn();
  await wished;
  expect(asked.length).toBeGreaterThan(1);
});

test("a device whose clock is set back syncs as before", async () => {
  const { loop, page, asked, outcomes, pass } = openPage(withNothingNew);
  await pass(2);
  expect(outcomes).toContain("synced");
  vi.setSystemTime(Date.now() - 3_600_000);
  for (const [nth, act] of [
    () => loop.changed(),
    () => page.dispatchEvent(new Event("focus")),
    () => loop.poked(null),
  ].entries()) {
    act();
    await pass(2);
    expect(asked).toHaveLength(nth + 2);
  }
});

test("a pause waits for the running sync, but not forever", async () => {
  let letAnswer = (): void => undefined;
  const held = new Promise<void>((resolve) => (letAnswer = resolve));
  const { loop, pass } = openPage((request) => held.then(() => withNothingNew(request)));
  await pass(1);
  const paused = vi.fn<() => void>();
  const isPaused = loop.pause().then(paused);
  await pass(1);
  expect(paused).not.toHaveBeenCalled();
  letAnswer();
  await isPaused;

  const stuck = openPage(() => new Promise(() => undefined));
  await stuck.pass(1);
  const isStuckPaused = stuck.loop.pause().then(paused);
  await stuck.pass(5);
  await isStuckPaused;
  expect(paused).toHaveBeenCalledTimes(2);
});

test.each([
  [401, "signed-out"],
  [409, "wrong-user"],
  [426, "client-outdated"],
] as const)(
  "after a %i the loop sends nothing by itself until the owner comes back to the tab",
  async (status, code) => {
    const { loop, page, look, asked, outcomes, pass } = openPage(
      () => new ApiFailure(status, code, "", [], null),
    );
    await pass(1);
    loop.changed();
    await pass(180);
    expect([asked, outcomes]).toEqual([[0], [code]]);
    page.dispatchEvent(new Event("focus"));
    await pass(1);
    look("visible");
    await pass(1);
    expect(asked).toHaveLength(3);
  },
);

test("pending changes of a hidden or offline page are left to Background Sync", async () => {
  const registered: string[] = [];
  const sync = { register: async (tag: string) => registered.push(tag) };
  const browser = { onLine: true, serviceWorker: { getRegistration: async () => ({ sync }) } };
  const { loop, look, store, pass } = openPage(
    () => new ApiFailure(401, "signed-out", "", [], null),
    browser,
  );
  await pass(1);
  look("hidden");
  await pass(1);
  expect(registered).toEqual([]);
  await mutate(store, {
    name: "shelf.create",
    args: newShelf({ id: newId() }),
  });
  look("hidden");
  await pass(1);
  expect(registered).toEqual(["shelv-sync"]);
  await store.outbox.clear();
  await store.pictures.add({ sha256: "a", type: "image/png", bytes: new ArrayBuffer(1), at: 0 });
  await writeMeta(store, { ...(await readMeta(store)), wants: [{ sha256: "a" }] });
  look("hidden");
  await pass(1);
  expect(registered).toEqual(["shelv-sync", "shelv-sync"]);
  vi.stubGlobal("navigator", { ...browser, onLine: false });
  loop.changed();
  await pass(1);
  expect(registered).toHaveLength(3);
});

test("the pauses between failures grow beyond a minute, and the sync of every minute does not shorten them", async () => {
  const { asked, pass } = openPage(inTrouble(null));
  await pass(300);
  expect(asked).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255]);
});

test("after an answer that was applied the pauses begin again", async () => {
  const answers = [false, false, false, true];
  const { store, asked, pass } = openPage((request) =>
    answers.shift() ? withNothingNew(request) : new ApiFailure(404, "unknown", "", [], null),
  );
  const shelf = newShelf({ id: newId() });
  await mutate(store, { name: "shelf.create", args: shelf });
  await pass(16);
  expect(asked).toEqual([0, 1, 3, 7, 7, 8, 10, 14]);
});

test("a network that returns without an event is found, with one request a minute until then", async () => {
  const browser = { onLine: false };
  let isGone = true;
  const { asked, outcomes, pass } = openPage((request) => {
    if (isGone) throw new NoNetwork(null);
    return withNothingNew(request);
  }, browser);
  await pass(90);
  expect([asked, outcomes]).toEqual([
    [0, 60],
    ["no-network", "no-network"],
  ]);
  isGone = false;
  vi.stubGlobal("navigator", { onLine: true });
  await pass(6);
  expect(asked).toHaveLength(3);
  expect(outcomes.at(-1)).toBe("synced");
});

test("a server that asks to wait gets no request, whatever happens on the page, except for syncNow", async () => {
  const { loop, page, asked, pass } = openPage(inTrouble(100));
  await pass(5);
  page.dispatchEvent(new Event("focus"));
  page.dispatchEvent(new Event("online"));
  loop.changed();
  loop.poked(null);
  await pass(90);
  expect(asked).toEqual([0]);
  await pass(10);
  expect(asked).toEqual([0, 100]);
  await loop.syncNow();
  expect(asked).toHaveLength(3);
});

test("what happens during a run waits as long as that run's answer asks", async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let asks = 0;
  const { loop, asked, page, pass } = openPage(async (request) => {
    asks += 1;
    if (asks > 1) return withNothingNew(request);
    await answered;
    throw new ApiFailure(503, "unavailable", "", [], 600);
  });
  await pass(1);
  loop.changed();
  page.dispatchEvent(new Event("focus"));
  await pass(1);
  answer();
  await pass(59);
  expect(asked).toHaveLength(1);
  await loop.syncNow();
  expect(asked).toHaveLength(2);
});

test("pictures do not wait for a change that the network refuses", async () => {
  const sha256 = "a".repeat(64);
  const { store, puts, pass } = openPage((request) =>
    request.mutations.length > 0
      ? new ApiFailure(504, "unknown", "", [], null)
      : {
          ...withNothingNew(request),
          lastMid: 0,
          rows: [{ table: "singles", row: profile }],
          wants: [sha256],
        },
  );
  const profile = { ...FIRST_SINGLES.profile, picture: sha256 };
  await store.pictures.add({ sha256, type: "image/png", bytes: new ArrayBuffer(1), at: 0 });
  const shelf = newShelf({ id: newId() });
  await mutate(store, { name: "shelf.create", args: shelf });
  await pass(2);
  expect(puts).toEqual([sha256]);
});

test("sending all uploads a picture that waits after a failure, and ends when the server says that it has it", async () => {
  const sha256 = "a".repeat(64);
  const profile = { ...FIRST_SINGLES.profile, picture: sha256 };
  let isRefused = true;
  const { loop, store, asked, puts, pass } = openPage(
    (request) => ({
      ...withNothingNew(request),
      rows: [{ table: "singles", row: profile }],
      wants: puts.length === 0 ? [sha256] : [],
    }),
    {},
    () => {
      if (isRefused) throw new NoNetwork("reset");
    },
  );
  await store.pictures.add({ sha256, type: "image/png", bytes: new ArrayBuffer(1), at: 0 });
  await pass(20);
  expect([puts, await unsentCount(store)]).toEqual([[], 1]);
  isRefused = false;
  const sent = loop.sendAll();
  await pass(1);
  expect([await sent, puts, await unsentCount(store)]).toEqual(["synced", [sha256], 0]);
  const before = asked.length;
  const again = loop.sendAll();
  await pass(1);
  expect([await again, asked.length - before]).toEqual(["synced", 1]);
});

test("while nothing gets through, a picture is tried ever more rarely, and at once after the next sync", async () => {
  const sha256 = "a".repeat(64);
  let isDown = false;
  const { loop, store, putsAt, puts, pass } = openPage(
    (request) =>
      isDown
        ? new ApiFailure(502, "unknown", "", [], null)
        : {
            ...withNothingNew(request),
            rows: [{ table: "singles", row: { ...FIRST_SINGLES.profile, picture: sha256 } }],
            wants: puts.length > 0 ? [] : [sha256],
          },
    {},
    () => {
      isDown ||= putsAt.length === 1;
      if (isDown) throw new ApiFailure(502, "unknown", "", [], null);
    },
  );
  await store.pictures.add({ sha256, type: "image/png", bytes: new ArrayBuffer(1), at: 0 });
  await pass(600);
  expect(putsAt.length).toBeLessThan(12);
  isDown = false;
  const tries = putsAt.length;
  void loop.syncNow();
  await pass(3);
  expect([puts, putsAt.length]).toEqual([[sha256], tries + 1]);
});

test("an account that has used up its share goes on at the time that the server says; that is not a failure", async () => {
  let asks = 0;
  const opened = openPage((request) => {
    asks += 1;
    if (asks === 2)
      return { ...withNothingNew(request), lastMid: 0, lastOp: null, pulled: false, laterMs: 5000 };
    return asks === 3 ? new ApiFailure(429, "too-many", "", [], 7) : withNothingNew(request);
  });
  await opened.pass(1);
  const args = newShelf({ id: newId() });
  await mutate(opened.store, { name: "shelf.create", args });
  opened.loop.changed();
  await opened.pass(20);
  const [first = 0, second = 0, third = 0] = opened.asked.slice(1);
  expect([second - first, third - second]).toEqual([5, 7]);
  expect(opened.outcomes.filter((outcome) => outcome !== null).slice(-3)).toEqual([
    "later",
    "later",
    "synced",
  ]);
});
