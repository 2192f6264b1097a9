import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { DeviceAnswer, DeviceMessage, DeviceOrder } from "./device-message.ts";

const RESOLVE_LIKE_VITE = new URL("resolve-like-vite.ts", import.meta.url).href;
/** A longer round stops, and so does its engine. */
const ROUND_TIMEOUT_MS = 90_000;

export type DeviceProcess = {
  /** Answers with the time of the event, in ms of the machine's clock. */
  ask: (order: DeviceOrder) => Promise<number>;
  stop: () => Promise<void>;
};

/** A file with `serveDevice`. */
export function startDevice(file: URL): DeviceProcess {
  const child = fork(fileURLToPath(file), {
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
    for (const { reject } of asked.values()) reject(new Error(`${file.pathname} has ended with ${code}`));
  });

  return {
    ask(order) {
      last += 1;
      const number = last;
      child.send({ number, order } satisfies DeviceMessage);
      return new Promise<number>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${file.pathname} did not answer to ${order.do}`)),
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
