import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

export type Prerendered = Record<string, () => string>;

/** From a real build, so that file names are the browser's. */
export async function loadPrerendered(entry: string, root: string): Promise<Prerendered> {
  const built = await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, assetsInlineLimit: 0 },
  });
  const [main] = "output" in built ? built.output : [];
  if (main?.type !== "chunk") throw new Error(`${entry} was not built`);
  const folder = await mkdtemp(join(tmpdir(), "shelv-prerendered-"));
  try {
    const file = join(folder, "prerendered.mjs");
    await writeFile(file, main.code);
    return ((await import(pathToFileURL(file).href)) as { prerendered: Prerendered }).prerendered;
  } finally {
    await rm(folder, { recursive: true });
  }
}
