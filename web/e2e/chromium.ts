import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { installDebianPackages } from "./debian-packages.ts";

/** The browser runs as root in containers, without a graphics card, and should call nobody. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** `CHROMIUM_PATH`, else a Chromium or Chrome on the PATH, else the one that Playwright has downloaded. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((path) => path !== "" && existsSync(path));
}

/** A downloaded Chromium lacks libraries on a bare system. Windows' answers no `--version`, and lacks none. */
export function canRun(chromiumPath: string): boolean {
  return process.platform === "win32" || spawnSync(chromiumPath, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Playwright's download first; where it is out of reach, Debian's own package. */
export function installChromium(): string {
  for (const install of [downloadWithPlaywright, () => void installDebianPackages(["chromium"])]) {
    install();
    const found = findChromium();
    if (found !== undefined && canRun(found)) return found;
  }
  throw new Error("The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to it.");
}

function downloadWithPlaywright(): void {
  const playwright = join(dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")), "cli.js");
  spawnSync(process.execPath, [playwright, "install", "chromium"], { stdio: ["ignore", "inherit", "inherit"] });
}
