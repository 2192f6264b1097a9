import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startBenchServer } from "sync-server/bench/start-bench-server";
import { offlineChanges, titlesAfter } from "./offline-changes.ts";
import type { DeviceAnswer, DeviceMessage, DeviceOrder } from "./serve-device.ts";

export type Round = {
  ms: number;
  editMs: number[];
};

const SETTLED_AFTER_MS = 1000;
/** The work after an edit (pruning, checkpoints) ends before the next. */
const BETWEEN_EDITS_MS = 60;

export async function measureRound({ changes, edits }: { changes: number; edits: number }): Promise<Round> {
  return withDevices(null, async (one, other) => {
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

/** On the wire, of both devices in both directions. Not timed, because a proxy counts. */
export async function measureBytes(changes: number): Promise<number> {
  return withDevices(countingProxy, async (one, other, proxy) => {
    const before = proxy?.bytes() ?? 0;
    await bringTogether(one, other, changes);
    await sleep(SETTLED_AFTER_MS);
    return (proxy?.bytes() ?? 0) - before;
  });
}

type Use<T> = (one: DeviceProcess, other: DeviceProcess, proxy: CountingProxy | null) => Promise<T>;

async function withDevices<T>(makeProxy: typeof countingProxy | null, use: Use<T>): Promise<T> {
  const { origin, signUp, stop } = await startBenchServer({ PLAN_LIMITS: "off" });
  const headers = await signUp("traveller");
  const { id } = (await (await fetch(`${origin}/api/auth/me`, { headers })).json()) as { id: string };
  const proxy = makeProxy ? await makeProxy(origin) : null;
  const devices = [startDevice(), startDevice()] as const;
  try {
    const place = { origin: proxy?.origin ?? origin, headers, userId: id };
    for (const device of devices) await device.ask({ do: "open", place });
    return await use(...devices, proxy);
  } finally {
    for (const device of devices) await device.stop();
    proxy?.stop();
    await stop();
  }
}

async function bringTogether(one: DeviceProcess, other: DeviceProcess, changes: number): Promise<number> {
  await one.ask({ do: "make", count: changes });
  const everythingThere = other.ask({ do: "await-all", count: changes });
  const startMs = performance.timeOrigin + performance.now();
  await Promise.all([one.ask({ do: "go-online" }), other.ask({ do: "go-online" })]);
  return (await everythingThere) - startMs;
}

function someEdits(changes: number, edits: number): { id: string; was: string; title: string }[] {
  const titles = [...titlesAfter(offlineChanges(changes))];
  return Array.from({ length: edits }, (_, nth) => {
    const [id, was] = titles[Math.floor((nth * titles.length) / edits)] as [string, string];
    return { id, was, title: `${was} (changed once more)` };
  });
}

type CountingProxy = { origin: string; bytes: () => number; stop: () => void };

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

const RESOLVE_LIKE_VITE = new URL("resolve-like-vite.ts", import.meta.url).href;
const ROUND_TIMEOUT_MS = 90_000;

type DeviceProcess = {
  ask: (order: DeviceOrder) => Promise<number>;
  stop: () => Promise<void>;
};

const DEVICE = fileURLToPath(new URL("shelv-device.ts", import.meta.url));

function startDevice(): DeviceProcess {
  const child = fork(DEVICE, {
    execArgv: ["--import", RESOLVE_LIKE_VITE],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const asked = new Map<number, { resolve: (atMs: number) => void; reject: (error: Error) => void }>();
  let last = 0;

  child.on("message", ({ number, atMs, error }: DeviceAnswer) => {
    if (error === null) asked.get(number)?.resolve(atMs);
    else asked.get(number)?.reject(new Error(error));
    asked.delete(number);
  });
  child.on("exit", (code) => {
    for (const { reject } of asked.values()) reject(new Error(`A device has ended with ${code}`));
  });

  return {
    ask(order) {
      last += 1;
      const number = last;
      child.send({ number, order } satisfies DeviceMessage);
      return new Promise<number>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`A device did not answer to ${order.do}`)),
          ROUND_TIMEOUT_MS,
        );
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            settle(value);
          };
        asked.set(number, { resolve: settled(resolve), reject: settled(reject) });
      });
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
