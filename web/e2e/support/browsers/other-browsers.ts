import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian-packages.ts";

const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb", "caddy", "python3-swift"];
const PYTHON = "/usr/bin/python3";
const SWIFT = "/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py";

export interface OtherBrowsers {
  firefox: string;
  webKitDriver: string;
  miniBrowser: string;
  xvfb: string;
  caddy: string;
  swiftPython: string;
}

export function findOtherBrowsers(): OtherBrowsers | undefined {
  const [firefox, webKitDriver, xvfb, caddy] = ["firefox-esr", "WebKitWebDriver", "Xvfb", "caddy"].map(
    onPath,
  );
  const miniBrowser = miniBrowsers().find((path) => existsSync(path));
  const hasSwift = existsSync(PYTHON) && existsSync(SWIFT);
  return firefox && webKitDriver && xvfb && miniBrowser && caddy && hasSwift
    ? { firefox, webKitDriver, miniBrowser, xvfb, caddy, swiftPython: PYTHON }
    : undefined;
}

export function ensureOtherBrowsers(): OtherBrowsers {
  const found = findOtherBrowsers() ?? (installDebianPackages(PACKAGES) ? findOtherBrowsers() : undefined);
  if (!found)
    throw new Error(
      `test:browsers needs Debian's packages ${PACKAGES.join(", ")}: install them, or run it as root on Debian.`,
    );
  return found;
}

function onPath(name: string): string | undefined {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function miniBrowsers(): string[] {
  if (!existsSync("/usr/lib")) return [];
  return readdirSync("/usr/lib").map((folder) => join("/usr/lib", folder, "webkit2gtk-4.1/MiniBrowser"));
}
