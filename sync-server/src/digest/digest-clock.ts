import { type DigestHost, sendDigests } from "./send-digests.ts";

const EVERY_MS = 10 * 60_000;

/** Looks for digests that are due, now and every ten minutes, one run at a time. `stop` waits for the mail on its way. */
export function startDigests(host: DigestHost, address: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = sendDigests(host, { address, signal: stopping.signal })
      .catch((error: unknown) => void host.reportBug(error))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(run, EVERY_MS).unref();
      });
  };
  run();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
