import { readFile } from "node:fs/promises";
import type { LoopLine, WatchedLine } from "./watch-loop.ts";

export type Phase = { name: string; from: number };

export async function memoryOfPhases(file: string, phases: readonly Phase[]) {
  const samples = (await linesOf(file)).flatMap((line) => ("memory" in line ? [line] : []));
  const inOrder = phases.toSorted((a, b) => a.from - b.from);
  return inOrder.flatMap(({ name, from }, at) => {
    const to = inOrder[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    const [most] = samples
      .filter((sample) => sample.at >= from && sample.at < to)
      .toSorted((a, b) => b.memory.resident - a.memory.resident);
    if (!most) return [];
    const { resident, files, heap, heapUsed, buffers } = most.memory;
    const rest = Math.round(resident - files - heap - buffers);
    return [{ phase: name, resident, files, heap, "of it used": heapUsed, buffers, rest }];
  });
}

export async function readBlocks(
  file: string,
  since: number,
): Promise<{ longestMs: number; longestWithWaitsMs: number; worst: { what: string; ms: number }[] }> {
  const lines = (await linesOf(file)).flatMap((line) => ("memory" in line || line.at < since ? [] : [line]));
  const blocks = lines.flatMap((line) => ("block" in line ? [line] : []));
  const worst = new Map<string, number>();
  for (const line of lines) {
    const { what, ms } = inWords(line);
    worst.set(what, Math.max(ms, worst.get(what) ?? 0));
  }
  return {
    longestMs: Math.max(0, ...blocks.map(({ block, cpuMs }) => Math.min(block, cpuMs))),
    longestWithWaitsMs: Math.max(0, ...blocks.map(({ block }) => block)),
    worst: [...worst]
      .map(([what, ms]) => ({ what, ms }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 25),
  };
}

async function linesOf(file: string): Promise<LoopLine[]> {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LoopLine);
}

function inWords(line: WatchedLine): { what: string; ms: number } {
  if ("gc" in line) return { what: "a garbage collection", ms: line.gc };
  if ("statement" in line) return { what: line.statement, ms: line.ms };
  const statements = line.statements.map(({ source, ms, runs }) => `${runs} × ${source} (${ms} ms)`);
  return { what: `a block with ${line.cpuMs} ms of work: ${statements.join(", ")}`, ms: line.block };
}
