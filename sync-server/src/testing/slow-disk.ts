import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll } from "vitest";

type Done = (error: Error | null) => void;

/** Replaces `fdatasync` for a test file: a flush waits while the disk `isSlow`. */
export function slowDisk() {
  const fdatasync = fs.fdatasync;
  const waiting: Done[] = [];
  const disk = {
    isSlow: false,
    get waiting(): number {
      return waiting.length;
    },
    finishOne: (error: Error | null = null) => waiting.shift()?.(error),
    recover() {
      disk.isSlow = false;
      for (const done of waiting.splice(0)) done(null);
    },
  };
  fs.fdatasync = ((descriptor: number, done: Done) =>
    disk.isSlow ? void waiting.push(done) : fdatasync(descriptor, done)) as typeof fdatasync;
  syncBuiltinESMExports();
  afterAll(() => {
    fs.fdatasync = fdatasync;
    syncBuiltinESMExports();
  });
  return disk;
}
