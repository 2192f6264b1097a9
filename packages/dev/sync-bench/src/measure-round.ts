import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type DeviceProcess, startDevice } from "./device-process.ts";
import type { Engine } from "./engine.ts";
import { offlineChanges, titlesAfter } from "./offline-changes.ts";

export type Round = {
  /** From both going online until the second has the first one's changes. */
  ms: number;
  /** Online: from an edit's start on the first until the second has it. */
  editMs: number[];
};

const SETTLED_AFTER_MS = 1000;
/** The work after an edit (pruning, checkpoints) ends before the next. */
const BETWEEN_EDITS_MS = 60;

/** A new server and two new devices, each in its own process. */
export async function measureRound(
  engine: Engine,
  { changes, edits }: { changes: number; edits: number },
): Promise<Round> {
  return withDevices(engine, null, async (one, other) => {
    const ms = await bringTogether(one, other, changes);
    const editMs: number[] = [];
    for (const edit of someEdits(changes, edits)) {
      await sleep(BETWEEN_EDITS_MS);
      const [startMs, arrivedMs] = await Promise.all([
        sleep(10).then(() => one.ask({ do: "edit", ...edit })),
        other.ask({ do: "await-title", id: edit.id, title: edit.title }),
      ]);
      editMs.push(arrivedMs - startMs);
    }
    return { ms, editMs };
  });
}

/** On the wire, of both devices in both directions. Never timed, because a proxy counts. */
export async function measureBytes(engine: Engine, changes: number): Promise<number> {
  return withDevices(engine, countingProxy, async (one, other, proxy) => {
    const before = proxy?.bytes() ?? 0;
    await bringTogether(one, other, changes);
    await sleep(SETTLED_AFTER_MS);
    return (proxy?.bytes() ?? 0) - before;
  });
}

type Use<T> = (one: DeviceProcess, other: DeviceProcess, proxy: CountingProxy | null) => Promise<T>;

async function withDevices<T>(
  engine: Engine,
  makeProxy: typeof countingProxy | null,
  use: Use<T>,
): Promise<T> {
  const server = await engine.startServer();
  const proxy = makeProxy ? await makeProxy(server.place.origin) : null;
  const devices = [startDevice(engine.device), startDevice(engine.device)] as const;
  try {
    const place = proxy ? { ...server.place, origin: proxy.origin } : server.place;
    for (const device of devices) await device.ask({ do: "open", place });
    return await use(...devices, proxy);
  } finally {
    for (const device of devices) await device.stop();
    proxy?.stop();
    await server.stop();
  }
}

async function bringTogether(one: DeviceProcess, other: DeviceProcess, changes: number): Promise<number> {
  await one.ask({ do: "make", count: changes });
  const everythingThere = other.ask({ do: "await-all", count: changes });
  const startMs = performance.timeOrigin + performance.now();
  await Promise.all([one.ask({ do: "go-online" }), other.ask({ do: "go-online" })]);
  return (await everythingThere) - startMs;
}

/** Spread over all items. */
function someEdits(changes: number, edits: number): { id: string; was: string; title: string }[] {
  const titles = [...titlesAfter(offlineChanges(changes))];
  return Array.from({ length: edits }, (_, nth) => {
    const [id, was] = titles[Math.floor((nth * titles.length) / edits)] as [string, string];
    return { id, was, title: `${was} (changed once more)` };
  });
}

type CountingProxy = { origin: string; bytes: () => number; stop: () => void };

/** In both directions. */
async function countingProxy(origin: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(origin);
  const open = new Set<Socket>();
  let bytes = 0;
  const server = createServer((device) => {
    const behind = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [from, to] of [
      [device, behind],
      [behind, device],
    ] as const) {
      open.add(from);
      from.on("data", (chunk) => (bytes += chunk.length));
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
