import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

export async function memoryMb(pid: number): Promise<number> {
  return Math.round((await memoryKb(pid)) / 1024);
}

export async function memoryKb(pid: number): Promise<number> {
  if (process.platform !== "linux")
    return Number((await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)])).stdout);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}
