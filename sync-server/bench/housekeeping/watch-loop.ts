/**
 * Loaded into the server before its code (`--import`). Writes each block of the event loop and each long
 * statement to the file LOOP_LOG, one JSON object a line.
 */
import { appendFileSync } from "node:fs";
import SQLite from "better-sqlite3";

const EVERY_MS = 2;
const LONG_MS = 10;
const file = process.env.LOOP_LOG ?? "loop.log";

export type LoopLine =
  /** `cpuMs`: of this thread in that time; much less than `ms` if the machine was busy. */
  { block: number; cpuMs: number; at: number } | { statement: string; ms: number; at: number };

const log = (line: LoopLine) => appendFileSync(file, `${JSON.stringify(line)}\n`);

let [last, lastCpu] = [performance.now(), process.threadCpuUsage()];
setInterval(() => {
  const [now, cpu] = [performance.now(), process.threadCpuUsage(lastCpu)];
  const block = now - last - EVERY_MS;
  if (block > LONG_MS)
    log({ block: round(block), cpuMs: round((cpu.user + cpu.system) / 1000), at: Date.now() });
  [last, lastCpu] = [performance.now(), process.threadCpuUsage()];
}, EVERY_MS).unref();

const statements = Object.getPrototypeOf(new SQLite(":memory:").prepare("select 1")) as Record<
  "all" | "get" | "run",
  (this: { source: string }, ...values: unknown[]) => unknown
>;
for (const name of ["all", "get", "run"] as const) {
  const run = statements[name];
  statements[name] = function timed(...values) {
    const began = performance.now();
    try {
      return run.apply(this, values);
    } finally {
      const ms = performance.now() - began;
      if (ms > LONG_MS) log({ statement: this.source, ms: round(ms), at: Date.now() });
    }
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
