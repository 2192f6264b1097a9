import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

export function installDebianPackages(names: readonly string[]): boolean {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  const command = `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${names.join(" ")}`;
  try {
    execFileSync("sh", ["-c", command], { stdio: ["ignore", "ignore", "inherit"] });
    return true;
  } catch {
    return false;
  }
}
