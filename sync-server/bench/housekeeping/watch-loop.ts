/**
 * Loaded into the server before its code (`--import`). Writes JSON lines to the file LOOP_LOG: blocks of the
 * event loop with their statements, long statements, long garbage collections, and twice per second the
 * memory.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PerformanceObserver } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
import type SQLite from "better-sqlite3";

const EVERY_MS = 2;
const MEMORY_EVERY_MS = 500;
const LONG_MS = 10;
const STATEMENTS_PER_BLOCK = 3;
const file = process.env.LOOP_LOG ?? "loop.log";

type Statements = { source: string; ms: number; runs: number }[];
export type LoopLine = WatchedLine | MemoryLine;
type MemoryLine = { at: number; memory: MemoryMb };
export type WatchedLine = { at: number } & (
  | /** `cpuMs`: of this thread in that time; much less than `block` if it waited. */ {
      block: number;
      cpuMs: number;
      statements: Statements;
    }
  | { statement: string; ms: number }
  | { gc: number }
);

/**
 * `resident`: all of the process; `files`: parts of mapped files, the code; `heap`: V8's; `buffers`: outside
 * of it.
 */
type MemoryMb = { resident: number; files: number; heap: number; heapUsed: number; buffers: number };

const log = (line: LoopLine) => appendFileSync(file, `${JSON.stringify(line)}\n`);
let ran = new Map<string, { ms: number; runs: number }>();

function watchLoop(): void {
  let [last, lastCpu] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const [now, cpu] = [performance.now(), process.threadCpuUsage(lastCpu)];
    const block = now - last - EVERY_MS;
    if (block > LONG_MS)
      log({
        at: Date.now(),
        block: round(block),
        cpuMs: round((cpu.user + cpu.system) / 1000),
        statements: longest(),
      });
    ran = new Map();
    [last, lastCpu] = [performance.now(), process.threadCpuUsage()];
  }, EVERY_MS).unref();
}

const longest = (): Statements =>
  [...ran]
    .map(([source, { ms, runs }]) => ({ source, ms: round(ms), runs }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, STATEMENTS_PER_BLOCK);

function watchStatements(): void {
  const Database = createRequire(process.argv[1] as string)("better-sqlite3") as typeof SQLite;
  const statements = Object.getPrototypeOf(new Database(":memory:").prepare("select 1")) as Record<
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
        note(this.source, performance.now() - began);
      }
    };
  }
}

function note(source: string, ms: number): void {
  const before = ran.get(source);
  ran.set(source, { ms: ms + (before?.ms ?? 0), runs: 1 + (before?.runs ?? 0) });
  if (ms > LONG_MS) log({ at: Date.now(), statement: source, ms: round(ms) });
}

function watchGarbage(): void {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (duration > LONG_MS) log({ at: Date.now(), gc: round(duration) });
  }).observe({ entryTypes: ["gc"] });
}

function watchMemory(): void {
  setInterval(() => {
    const status = readFileSync("/proc/self/status", "utf8");
    const ofStatus = (name: string) =>
      mb(1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]));
    const { heapTotal, heapUsed, external } = process.memoryUsage();
    log({
      at: Date.now(),
      memory: {
        resident: ofStatus("VmRSS"),
        files: ofStatus("RssFile"),
        heap: mb(heapTotal),
        heapUsed: mb(heapUsed),
        buffers: mb(external),
      },
    });
  }, MEMORY_EVERY_MS).unref();
}

const mb = (bytes: number) => Math.round(bytes / 1024 ** 2);

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

if (isMainThread) {
  watchLoop();
  watchStatements();
  watchGarbage();
  watchMemory();
}
