import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRequest } from "sync-server/bench/requests-per-second";

const EVERY_MS = 25;

/** A request every 25 ms, answered or not, until `stop` returns the times in ms. */
export function answerTimesOf(next: (at: number) => BenchRequest): { stop: () => Promise<number[]> } {
  const timesMs: number[] = [];
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  const asking = (async () => {
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      const { url, ...request } = next(at);
      const began = performance.now();
      const answered = fetch(url, request).then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
        timesMs.push(performance.now() - began);
      });
      answered.then(
        () => open.delete(answered),
        () => {},
      );
      open.add(answered);
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await asking;
      await Promise.all(open);
      return timesMs.toSorted((a, b) => a - b);
    },
  };
}
