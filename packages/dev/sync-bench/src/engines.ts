import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "sync-server/bench/start-process";
import { startBenchServer } from "sync-server/bench/start-bench-server";
import type { Place } from "./serve-device.ts";

/**
 * `durable`: a change is on the device's disk before it shows, and on the server's before it is acknowledged.
 * `memory`: devices store nothing, and the server writes from time to time.
 */
export type Durability = "durable" | "memory";

export type Engine = {
  name: string;
  durability: Durability;
  device: URL;
  /** Starts the server in its own process, with an empty data folder. */
  startServer: () => Promise<{ place: Place; stop: () => Promise<void> }>;
};

const FOLDER = new URL("../peers/", import.meta.url);

/** The engines to compare with: a normal install lacks their packages. */
export const PEERS: readonly Engine[] = [
  peer("RxDB 17", "durable", "rxdb"),
  peer("PouchDB 9", "durable", "pouchdb"),
  peer("TinyBase 10", "memory", "tinybase"),
  peer("Yjs 13", "memory", "yjs"),
];

export const arePeersInstalled = (): boolean => existsSync(new URL("node_modules/rxdb/package.json", FOLDER));

export function installPeers(): void {
  // The shell finds npx on Windows too, where it is a .cmd file; the command is constant.
  const { status } = spawnSync("npx --yes pnpm@12.21.0 install --frozen-lockfile", {
    cwd: fileURLToPath(FOLDER),
    shell: true,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The peers could not be installed.");
}

function peer(name: string, durability: Durability, file: string): Engine {
  return {
    name,
    durability,
    device: new URL(`${file}-device.ts`, FOLDER),
    async startServer() {
      const folder = await mkdtemp(join(tmpdir(), `shelv-bench-${file}-`));
      const { origin, stop } = await startProcess(fileURLToPath(new URL(`${file}-server.ts`, FOLDER)), {
        args: [folder],
      });
      return {
        place: { origin, headers: {}, userId: "traveller" },
        async stop() {
          await stop();
          await rm(folder, { recursive: true });
        },
      };
    },
  };
}

export const shelv: Engine = {
  name: "Shelv",
  durability: "durable",
  device: new URL("shelv-device.ts", import.meta.url),
  async startServer() {
    const { origin, signUp, stop } = await startBenchServer({ PLAN_LIMITS: "off" });
    const headers = await signUp("traveller");
    const { id } = (await (await fetch(`${origin}/api/auth/me`, { headers })).json()) as { id: string };
    return { place: { origin, headers, userId: id }, stop };
  },
};
