import type { DeviceAnswer, DeviceMessage, DeviceOrder, Place } from "./device-message.ts";
import { type BenchChange, offlineChanges, titlesAfter } from "./offline-changes.ts";

/** One device of an engine: a store of its own and what keeps it in sync. */
export interface BenchDevice {
  open(place: Place): Promise<void>;
  /** Resolves when the changes are in this device's store. */
  make(changes: readonly BenchChange[]): Promise<void>;
  goOnline(): Promise<void>;
  /** Calls whenever something from elsewhere has come into the store, or may have. */
  onNews(listener: () => void): void;
  countItems(): Promise<number>;
  titles(): Promise<Map<string, string>>;
  titleOf(id: string): Promise<string | undefined>;
}

/** Does what the bench asks for, until it ends the process. */
export function serveDevice(device: BenchDevice): void {
  const waiting = new Set<Wait>();
  const look = once(async () => {
    for (const wait of waiting) {
      if (!(await wait.isOver())) continue;
      waiting.delete(wait);
      wait.resolve(nowMs());
    }
  });
  device.onNews(look);

  async function obey(order: DeviceOrder): Promise<number> {
    if (order.do === "await-all") return until(hasAll(device, order.count));
    if (order.do === "await-title")
      return until(async () => (await device.titleOf(order.id)) === order.title);
    const startMs = nowMs();
    if (order.do === "open") await device.open(order.place);
    if (order.do === "make") await device.make(offlineChanges(order.count));
    if (order.do === "go-online") await device.goOnline();
    if (order.do === "edit")
      await device.make([{ do: "edit", id: order.id, was: order.was, title: order.title }]);
    return startMs;
  }
  const until = (isOver: () => Promise<boolean>) =>
    new Promise<number>((resolve) => {
      waiting.add({ isOver, resolve });
      look();
    });

  process.on("message", ({ number, order }: DeviceMessage) => {
    const answer = (atMs: number, error: string | null) =>
      process.send?.({ number, atMs, error } satisfies DeviceAnswer);
    obey(order).then(
      (atMs) => answer(atMs, null),
      (error: unknown) => answer(0, error instanceof Error ? String(error.stack) : String(error)),
    );
  });
  process.on("disconnect", () => process.exit());
}

type Wait = { isOver: () => Promise<boolean>; resolve: (atMs: number) => void };

/** Counting comes first, because it is asked for often and is cheap. */
function hasAll(device: BenchDevice, count: number): () => Promise<boolean> {
  const wanted = titlesAfter(offlineChanges(count));
  return async () => {
    if ((await device.countItems()) !== wanted.size) return false;
    const titles = await device.titles();
    return [...wanted].every(([id, title]) => titles.get(id) === title);
  };
}

/** Runs one at a time, and once more where it was called meanwhile. */
function once(task: () => Promise<void>): () => void {
  let isRunning = false;
  let isAskedAgain = false;
  const run = async () => {
    isRunning = true;
    do {
      isAskedAgain = false;
      await task();
    } while (isAskedAgain);
    isRunning = false;
  };
  return () => {
    if (isRunning) isAskedAgain = true;
    else void run();
  };
}

const nowMs = () => performance.timeOrigin + performance.now();
