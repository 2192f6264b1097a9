import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { installDebianPackages } from "./debian-packages.ts";

/** For containers: as root, without a graphics card, calling no outside host. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const SHELL_NAME = "chromium-headless-shell";

/** `CHROMIUM_PATH`, else one on the PATH, else Playwright's download. */
export const findChromium = (): string | undefined =>
  namedChromium() ?? installed(NAMES) ?? existing(chromium.executablePath());

/**
 * It has no windows, menus or install prompts, and takes a third less processor time. A `CHROMIUM_PATH` is
 * used for everything.
 */
export const findHeadlessShell = (): string | undefined => namedChromium() ?? installed([SHELL_NAME]);

function namedChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named === undefined || named === "") return undefined;
  if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  return named;
}

function installed(names: readonly string[]): string | undefined {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

const existing = (path: string): string | undefined => (path !== "" && existsSync(path) ? path : undefined);

/**
 * On a bare system a downloaded one lacks libraries. On Windows it lacks none, and answers no `--version`.
 */
export function canRun(chromiumPath: string): boolean {
  return (
    process.platform === "win32" || spawnSync(chromiumPath, ["--version"], { stdio: "ignore" }).status === 0
  );
}

export function installChromium(): string {
  for (const install of [downloadWithPlaywright, installDebians]) {
    install();
    const found = findChromium();
    if (found !== undefined && canRun(found)) return found;
  }
  throw new Error(
    "The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to it.",
  );
}

function installDebians(): void {
  if (installDebianPackages(["chromium"])) installDebianPackages([SHELL_NAME]);
}

function downloadWithPlaywright(): void {
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")),
    "cli.js",
  );
  spawnSync(process.execPath, [playwright, "install", "chromium"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}
