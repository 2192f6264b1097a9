import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ATTACKS } from "./attacks.ts";
import { AttackedServer } from "./attacked-server.ts";
import type { Bench, Line } from "sync-server/bench/bench";
import { memoryMb } from "sync-server/bench/memory";

const WAIT_MAX_MS = 250;
const GROWTH_MAX_MB = 150;
const IDLE_MS = 2000;

export const abuse: Bench = async (_, { isAskedFor, only }) => {
  if (!isAskedFor) return [];
  const server = await AttackedServer.start();
  try {
    const visitor = await server.account("visitor");
    await visitor.furnish({ itemsOnEach: 12 });
    const idle = await longestWait(server, () => sleep(IDLE_MS));
    const lines: Line[] = [
      {
        what: "a stranger's wait without any attack",
        figure: `${idle.toFixed(0)} ms`,
        goal: "",
        isMet: true,
      },
    ];
    const before = await memoryMb(server.pid);
    for (const { id, prepare } of ATTACKS.filter(({ id }) => id.includes(only))) {
      let outcome = "";
      const attack = await prepare(server);
      const waited = await longestWait(server, () =>
        attack().catch(
          (error: unknown) =>
            void (outcome = `, ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`),
        ),
      );
      const grownMb = (await memoryMb(server.pid)) - before;
      const figure = `${waited.toFixed(0)} ms, +${grownMb} MB${outcome}`;
      lines.push({
        what: id,
        figure,
        goal: `≤ ${WAIT_MAX_MS} ms, < ${GROWTH_MAX_MB} MB`,
        isMet: waited <= WAIT_MAX_MS && grownMb < GROWTH_MAX_MB && outcome === "",
      });
    }
    return lines;
  } finally {
    await server.stop();
  }
};

async function longestWait({ origin }: AttackedServer, during: () => Promise<unknown>): Promise<number> {
  const stranger = new Worker(new URL("stranger.ts", import.meta.url), {
    workerData: { addresses: ["/healthz", "/visitor"].map((path) => origin + path) },
  });
  await once(stranger, "message");
  await during();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  stranger.postMessage("stop");
  const [longestMs] = (await once(stranger, "message")) as [number];
  return longestMs;
}
