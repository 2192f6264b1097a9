import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

export type StartedProcess = {
  origin: string;
  pid: number;
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  bugs: readonly string[];
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const TIMEOUT_MS = 10_000;

/** The flags of `npm start`: both sides of a comparison run under the same conditions. */
const NODE_FLAGS =
  /node ((?:--\S+ )*)sync-server\/dist\/main\.js/
    .exec(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))?.[1]
    ?.split(" ")
    .filter(Boolean) ?? [];

/** As in sync-server/deploy: glibc would keep freed memory for each of many threads. */
const DEPLOYED_ENV = { MALLOC_ARENA_MAX: "2" };

export async function startProcess(
  file: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<StartedProcess> {
  const child = spawn(process.execPath, [...NODE_FLAGS, file, ...args], {
    env: { ...DEPLOYED_ENV, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const printed: string[] = [];
  const bugs: string[] = [];
  createInterface(child.stdout).on("line", (line) => {
    if (!line.startsWith("{")) printed.push(line);
    else if (line.includes('"bug":')) bugs.push(line);
  });

  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    for (let waited = 0; waited < TIMEOUT_MS; waited += 10) {
      for (const line of printed) {
        const match = pattern.exec(line);
        if (match) return match;
      }
      await sleep(10);
    }
    throw new Error(`${file} did not say ${pattern}`);
  }

  async function end(signal: NodeJS.Signals) {
    child.kill(signal);
    await ended;
  }
  const stop = () => end("SIGTERM");
  const [origin] = await says(/http:\S+/).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (child.pid === undefined) throw new Error(`${file} has ended`);
  return { origin, pid: child.pid, says, bugs, stop, kill: () => end("SIGKILL") };
}
