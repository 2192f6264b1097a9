import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import { DatabaseGone } from "#database/errors";
import type { Database } from "#database/open-database";

/** Longer than an encoding and an upload take. */
const WAIT_MAX_MS = 30_000;
const PAUSE_MS = 50;

/**
 * Runs `work` while no other server writes or removes the picture's files. `mustHold` throws once the lock is
 * lost with its connection: call it before a step that others must not see half done.
 */
export async function withPictureLock<T>(
  { leases }: Pick<Database, "leases">,
  sha256: string,
  work: (mustHold: () => void) => Promise<T>,
): Promise<T> {
  const until = performance.now() + WAIT_MAX_MS;
  for (;;) {
    const done: T[] = [];
    const isDone = await leases.hold(`picture ${sha256}`, async (lost) => {
      const mustHold = () => {
        if (lost.aborted) throw new DatabaseGone("The database's connection for locks is lost");
      };
      done.push(await work(mustHold));
    });
    if (isDone) return done[0] as T;
    if (performance.now() >= until) throw new Refusal("busy");
    await sleep(PAUSE_MS);
  }
}
