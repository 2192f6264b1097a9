import { type BenchChange, offlineChanges, titlesAfter } from "./offline-changes.ts";

/** The server's place; the headers authenticate a device. */
export type Place = { origin: string; headers: Record<string, string>; userId: string };

export type DeviceOrder =
  | { do: "open"; place: Place }
  | { do: "make"; count: number }
  | { do: "go-online" }
  | { do: "await-all"; count: number }
  | { do: "await-title"; id: string; title: string }
  | { do: "edit"; id: string; was: string; title: string };

export type DeviceMessage = { number: number; order: DeviceOrder };

export type DeviceAnswer = { number: number; atMs: number; error: string | null };

export interface BenchDevice {
  open(place: Place): Promise<void>;
  make(changes: readonly BenchChange[]): Promise<void>;
  goOnline(): Promise<void>;
  onRemoteChange(listener: () => void): void;
  countItems(): Promise<number>;
  titles(): Promise<Map<string, string>>;
  titleOf(id: string): Promise<string | undefined>;
}

export function serveDevice(device: BenchDevice): void {
  const waiting = new Set<Wait>();
  const look = once(async () => {
    for (const wait of waiting) {
      if (!(await wait.isOver())) continue;
      waiting.delete(wait);
      wait.resolve(nowMs());
    }
  });
  device.onRemoteChange(look);

  async function execute(order: DeviceOrder): Promise<number> {
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
    execute(order).then(
      (atMs) => answer(atMs, null),
      (error: unknown) => answer(0, error instanceof Error ? String(error.stack) : String(error)),
    );
  });
  process.on("disconnect", () => process.exit());
}

type Wait = { isOver: () => Promise<boolean>; resolve: (atMs: number) => void };

function hasAll(device: BenchDevice, count: number): () => Promise<boolean> {
  const wanted = titlesAfter(offlineChanges(count));
  return async () => {
    if ((await device.countItems()) !== wanted.size) return false;
    const titles = await device.titles();
    return [...wanted].every(([id, title]) => titles.get(id) === title);
  };
}

function once(task: () => Promise<void>): () => void {
  let isRunning = false;
  let runsAgain = false;
  const run = async () => {
    isRunning = true;
    do {
      runsAgain = false;
      await task();
    } while (runsAgain);
    isRunning = false;
  };
  return () => {
    if (isRunning) runsAgain = true;
    else void run();
  };
}

const nowMs = () => performance.timeOrigin + performance.now();
