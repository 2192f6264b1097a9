import { expect, onTestFinished, test, vi } from "vitest";
import { CLOSED_RETRY_MS, eventStream, Hub, MAX_STREAMS, reconnectAfterMs } from "./event-stream.ts";

/** Reconnects after five seconds. */
const USER = { userId: "ada", tokenHash: "session", random: () => 4 / 29 };
const readerOf = (response: Response) => (response.body as ReadableStream<Uint8Array>).getReader();
const text = ({ value }: { value?: Uint8Array | undefined }) =>
  value ? new TextDecoder().decode(value) : null;

function useFakeClock() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test("A quiet stream sends a comment every 25 seconds, and ends when its session ends", async () => {
  useFakeClock();
  let isOver = false;
  const reader = readerOf(eventStream(new Hub(), { ...USER, isOver: async () => isOver }));
  expect(text(await reader.read())).toBe("retry: 5000\n\n");
  await vi.advanceTimersByTimeAsync(25_000);
  expect(text(await reader.read())).toBe(":\n\n");
  isOver = true;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(text(await reader.read())).toBe(":\n\n");
  expect((await reader.read()).done).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("An answer about the session that comes after the stream's end changes nothing", async () => {
  const asked = Promise.withResolvers<boolean>();
  const hub = new Hub();
  const reader = readerOf(eventStream(hub, { ...USER, isOver: () => asked.promise }));
  hub.checkAll();
  await reader.cancel();
  asked.reject(new Error("The database does not answer"));
  // An error here would be an unhandled rejection, which ends the process.
  await new Promise((resolve) => setImmediate(resolve));
  expect(hub.size).toBe(0);
});

test("Where ends of sessions may have been missed, streams of ended sessions end at once", async () => {
  const hub = new Hub();
  const [ended, live] = ["ended", "live"].map((tokenHash) =>
    readerOf(eventStream(hub, { userId: "ada", tokenHash, isOver: async () => tokenHash === "ended" })),
  );
  hub.checkAll();
  await ended?.read();
  expect((await ended?.read())?.done).toBe(true);
  expect(hub.size).toBe(1);
  await live?.cancel();
});

test("A device that does not read gets only a few pokes", async () => {
  const hub = new Hub();
  const reader = readerOf(eventStream(hub, { ...USER, isOver: async () => false }));
  for (let at = 0; at < 100; at += 1) hub.poke(USER.userId);
  hub.closeAll();
  let pokes = 0;
  while (!(await reader.read()).done) pokes += 1;
  expect(pokes).toBeLessThan(10);
  expect(pokes).toBeGreaterThan(1);
});

test("Pokes include the changed rows for devices that accept them, and the last one that fits makes the device pull", async () => {
  const hub = new Hub();
  const [taking, older] = [true, false].map((takesBody) =>
    readerOf(eventStream(hub, { ...USER, takesBody, isOver: async () => false })),
  );
  const body = (cursor: number) => ({
    base: { epoch: "first", cursor },
    cursor: cursor + 1,
    rows: [],
    gone: [],
  });
  for (let at = 0; at < 100; at += 1) hub.poke(USER.userId, { body: body(at) });
  hub.closeAll();
  const pokesIn = async (reader?: ReadableStreamDefaultReader<Uint8Array>) => {
    const events: string[] = [];
    for (let event = await reader?.read(); event && !event.done; event = await reader?.read())
      events.push(text(event) ?? "");
    return events.slice(1).map((event) => event.split("data: ")[1]?.trim());
  };
  const heard = await pokesIn(taking);
  expect(heard.slice(0, -1)).toEqual(heard.slice(0, -1).map((_, at) => JSON.stringify(body(at))));
  expect([heard.length > 2, heard.at(-1)]).toEqual([true, "changed"]);
  expect(new Set(await pokesIn(older))).toEqual(new Set(["changed"]));
});

test("An account has 20 streams: one more closes the oldest, whose browser does not reconnect at once", async () => {
  const hub = new Hub();
  const open = () => readerOf(eventStream(hub, { ...USER, isOver: async () => false }));
  const other = readerOf(eventStream(hub, { ...USER, userId: "eve", isOver: async () => false }));
  const oldest = open();
  const streams = Array.from({ length: MAX_STREAMS }, open);
  expect(hub.size).toBe(MAX_STREAMS + 1);
  expect([text(await oldest.read()), text(await oldest.read()), (await oldest.read()).done]).toEqual([
    "retry: 5000\n\n",
    `retry: ${CLOSED_RETRY_MS}\n\n`,
    true,
  ]);
  hub.poke(USER.userId);
  for (const reader of streams)
    expect([text(await reader.read()), text(await reader.read())]).toEqual([
      "retry: 5000\n\n",
      "event: poke\ndata: changed\n\n",
    ]);
  expect(text(await other.read())).toBe("retry: 5000\n\n");
});

test("200 browsers that lose their streams together come back over half a minute", () => {
  const seconds = Array.from({ length: 200 }, (_, at) => reconnectAfterMs(() => at / 200) / 1000);
  const bySecond = Map.groupBy(seconds, Math.floor);
  expect([Math.min(...seconds), Math.ceil(Math.max(...seconds))]).toEqual([1, 30]);
  expect(Math.max(...[...bySecond.values()].map(({ length }) => length))).toBeLessThan(10);
});

test("25 browsers of one account each open at most one stream every few minutes", async () => {
  useFakeClock();
  const hub = new Hub();
  let opened = 0;
  const browser = async (): Promise<void> => {
    opened += 1;
    const reader = readerOf(eventStream(hub, { ...USER, isOver: async () => false }));
    let retryMs = 3000;
    for (let event = await reader.read(); !event.done; event = await reader.read())
      retryMs = Number(/^retry: (\d+)/.exec(text(event) ?? "")?.[1] ?? retryMs);
    setTimeout(() => void browser(), retryMs);
  };
  for (let at = 0; at < 25; at += 1) void browser();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(opened).toBeLessThan(25 + (5 * (60 * 60_000)) / CLOSED_RETRY_MS + 1);
  expect(hub.size).toBe(MAX_STREAMS);
  vi.clearAllTimers();
});

test("A disconnected device leaves no listener", async () => {
  useFakeClock();
  const hub = new Hub();
  await readerOf(eventStream(hub, { ...USER, isOver: async () => false })).cancel();
  expect(vi.getTimerCount()).toBe(0);
  hub.poke(USER.userId);
  hub.closeSession(USER.tokenHash);
  hub.closeAll();
});
