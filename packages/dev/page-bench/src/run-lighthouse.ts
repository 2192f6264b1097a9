import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = new URL("../peers/", import.meta.url);

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** `failed`: the audits that failed. */
export type LighthouseResult = { scores: Record<Category, number>; failed: string[]; lcpMs: number };

export const isLighthouseInstalled = (): boolean =>
  existsSync(new URL("node_modules/lighthouse/package.json", FOLDER));

export function installLighthouse(): void {
  // The shell finds npx on Windows too, where it is a .cmd file; the command is constant.
  const { status } = spawnSync("npx --yes pnpm@12.21.0 install --frozen-lockfile", {
    cwd: fileURLToPath(FOLDER),
    shell: true,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Lighthouse could not be installed.");
}

/** As a phone, in a browser of its own. */
export async function runLighthouse(address: string, chromium: string): Promise<LighthouseResult> {
  const judge = spawn(process.execPath, [fileURLToPath(new URL("judge.mjs", FOLDER)), chromium, address], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(judge, "close");
  const printed = Buffer.concat(await judge.stdout.toArray()).toString();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return JSON.parse(printed) as LighthouseResult;
}
