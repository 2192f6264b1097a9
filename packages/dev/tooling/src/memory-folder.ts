import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** In memory on Linux; other systems have no such folder. */
const IN_MEMORY = "/dev/shm";
/** Many times the tests' need. A container may have as little as 64 MB. */
const ENOUGH_BYTES = 2 ** 30;

/**
 * Null if no folder in memory has enough space. On disk, fsync at every commit takes a quarter of the server
 * tests' time.
 */
export function openMemoryFolder(): { path: string; discard: () => void } | null {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory() / 2) < ENOUGH_BYTES) return null;
  } catch {
    return null;
  }
  const path = mkdtempSync(join(IN_MEMORY, "shelv-tests-"));
  return { path, discard: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
