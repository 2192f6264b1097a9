import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

export type ReceivedFile = AsyncDisposable & { path: string };

/** Writes what comes to a file of its own, readable by this user alone; it is gone when whoever asked for it is done. */
export async function receiveUpload(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.zip`);
  // Open before anything comes: a stream that fails early would have its file made after it was removed.
  const file = await open(path, "wx", 0o600);
  try {
    await pipeline(bytes, file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/** What a crash left behind. To be called while nobody is sending anything. */
export const removeReceived = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
