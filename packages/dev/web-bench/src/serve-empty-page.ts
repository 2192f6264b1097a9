import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig, preview } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const ROOT = fileURLToPath(new URL("../empty-page", import.meta.url));

type EmptyPage = { address: string; stop: () => Promise<void>; discard: () => Promise<void> };

export async function serveEmptyPage(): Promise<EmptyPage> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-bench-empty-"));
  const worker = VitePWA({
    strategies: "injectManifest",
    srcDir: ".",
    filename: "service-worker.ts",
    injectRegister: false,
    manifest: false,
    injectManifest: { globPatterns: ["**/*.{js,html}"] },
  });
  const config: InlineConfig = {
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    plugins: [worker],
    preview: { port: 0, host: "localhost" },
    build: { outDir: folder, emptyOutDir: true, target: "es2022" },
  };
  await build(config);
  const site = await preview({ ...config, plugins: [] });
  return {
    address: (site.resolvedUrls?.local[0] ?? "").replace(/\/$/, ""),
    stop: () => site.close(),
    async discard() {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
