import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "#platform/durable-files";
import { Refusal } from "@shelv/contract/refusal";

export type TemporaryFile = AsyncDisposable & { path: string };

/** About as long as a phone takes to change networks. */
const IDLE_MAX_MS = 30_000;

/**
 * A private file for an account on its way in or out, deleted when the caller is done. A stalled stream is
 * aborted.
 */
export async function writeTemporaryFile(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  idleMaxMs = IDLE_MAX_MS,
): Promise<TemporaryFile> {
  await makeFolder(folder);
  const path = join(folder, randomUUID());
  // Opened before any data: a stream that fails early would create it after its removal.
  const file = await open(path, "wx", 0o600);
  try {
    await pipeline(withoutIdling(bytes, idleMaxMs), file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/** What a crash left. Call it while no import or export runs. */
export const removeTemporaryFiles = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });

async function* withoutIdling(
  bytes: AsyncIterable<Uint8Array>,
  idleMaxMs: number,
): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  let isIdle = false;
  try {
    for (;;) {
      const idle = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        isIdle = true;
        idle.reject(new Refusal("too-slow"));
      }, idleMaxMs);
      const next = await Promise.race([pieces.next(), idle.promise]).finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ended = pieces.return?.();
    // Without data the iterator's end would wait, too; the connection's end settles it.
    if (isIdle)
      ended?.then(
        () => {},
        () => {},
      );
    else await ended;
  }
}
