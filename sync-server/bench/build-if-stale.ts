import { spawnSync } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("..", import.meta.url));
export const BUNDLE = join(SERVER, "dist/main.js");
const SOURCES = [
  "src",
  "../packages/contract/src",
  "../packages/mutators/src",
  "../packages/public-page/src",
];

export async function buildIfStale(): Promise<void> {
  const builtAt = await stat(BUNDLE).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if ((await newestChange()) < builtAt) return;
  const vite = fileURLToPath(import.meta.resolve("vite/package.json")).replace("package.json", "bin/vite.js");
  const { status } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: SERVER,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("The server could not be built.");
}

async function newestChange(): Promise<number> {
  const times = [SERVER, ...SOURCES.map((folder) => join(SERVER, folder))].map(async (folder) => {
    const entries = await readdir(folder, { recursive: folder !== SERVER, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => stat(join(parentPath, name)));
    return Math.max(...(await Promise.all(files)).map(({ mtimeMs }) => mtimeMs));
  });
  return Math.max(...(await Promise.all(times)));
}
