import { expect, onTestFinished, test, vi } from "vitest";
import { listenForPokes } from "./server-pokes";

class Stream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static readonly all: Stream[] = [];
  readyState = Stream.CONNECTING;

  constructor() {
    super();
    Stream.all.push(this);
  }

  close(): void {
    this.readyState = Stream.CLOSED;
  }
}

function listen() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(Math, "random").mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  Stream.all.length = 0;
  const page = new EventTarget();
  const network = { onLine: true };
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("EventSource", Stream);
  onTestFinished(() => void vi.unstubAllGlobals());
  const stop = listenForPokes(
    "ada",
    () => Promise.resolve(null),
    () => undefined,
  );
  onTestFinished(stop);
  const fail = async (readyState: number) => {
    const stream = Stream.all.at(-1);
    if (!stream) throw new Error("Nothing is listened to");
    stream.readyState = readyState;
    stream.dispatchEvent(new Event("error"));
    await vi.advanceTimersByTimeAsync(0);
    return stream;
  };
  return {
    page,
    network,
    fail,
    stop,
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

test("without a network no stream is opened until there is one", async () => {
  const { page, network, fail, pass } = listen();
  await pass(0);
  network.onLine = false;
  expect((await fail(Stream.CONNECTING)).readyState).toBe(Stream.CLOSED);
  await pass(30);
  expect(Stream.all).toHaveLength(1);
  network.onLine = true;
  page.dispatchEvent(new Event("online"));
  await pass(0);
  expect(Stream.all).toHaveLength(2);
});

test("after a short loss of the network the browser reconnects by itself", async () => {
  const { fail } = listen();
  await vi.advanceTimersByTimeAsync(0);
  expect((await fail(Stream.CONNECTING)).readyState).toBe(Stream.CONNECTING);
});

test.each([
  ["gives up", true, Stream.CLOSED],
  ["says that there is no network", false, Stream.CONNECTING],
])("a browser that %s, and says nothing more, is asked again every minute", async (_, onLine, readyState) => {
  const { network, fail, pass } = listen();
  await pass(0);
  network.onLine = onLine;
  for (const opened of [1, 2]) {
    await fail(readyState);
    await pass(59);
    expect(Stream.all).toHaveLength(opened);
    await pass(1);
    expect(Stream.all).toHaveLength(opened + 1);
  }
});

test("a stop before the address is known opens no stream", async () => {
  const { stop, pass } = listen();
  stop();
  await pass(1);
  expect(Stream.all).toEqual([]);
});

test("a reconnect pause of over an hour, which a stream may set, is cut short", async () => {
  const { fail, pass } = listen();
  await pass(0);
  const stream = await fail(Stream.CONNECTING);
  await pass(3599);
  expect(stream.readyState).toBe(Stream.CONNECTING);
  await pass(1);
  expect(stream.readyState).toBe(Stream.CLOSED);
  await pass(60);
  expect(Stream.all).toHaveLength(2);
});
