import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { CHUNK_GROUPS, isLate } from "./build/chunk-groups.ts";
import { compileEagerly } from "./build/compile-eagerly.ts";
import { checkModel } from "./build/check-model.ts";
import { fetchAhead } from "./build/fetch-ahead.ts";
import { retainStyles } from "./build/retain-styles.ts";
import { prerender } from "./build/prerender.ts";
import { dropUnusedPalettes } from "./build/drop-unused-palettes.ts";
import { addIntegrity } from "./build/add-integrity.ts";
import { manifest } from "./src/manifest/manifest.ts";

const SERVER = "http://localhost:3000";
const LATE_FOLDER = "assets/late";
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
  `${facadeModuleId && isLate(facadeModuleId) ? LATE_FOLDER : "assets"}/[name]-[hash].js`;

const assetFileNames = ({ names }: { names: string[] }) =>
  `${names.some((name) => /\.(?:wasm|onnx)$/.test(name)) ? LATE_FOLDER : "assets"}/[name]-[hash][extname]`;

export default defineConfig({
  plugins: [
    react(),
    checkModel(),
    prerender(),
    dropUnusedPalettes(),
    retainStyles(),
    fetchAhead(),
    compileEagerly((name) => ["index", "signed-in"].includes(name) || name.endsWith("-screen")),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/service-worker",
      filename: "service-worker.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest,
      // Behind basic auth or Cloudflare Access the manifest needs the browser's credentials.
      useCredentials: true,
      // Only the system fetches them, at installation.
      includeManifestIcons: false,
      // One file with its dynamic imports: an installed worker cannot fetch more code.
      injectManifest: {
        rollupFormat: "iife",
        globPatterns: ["**/*.{js,css,html,svg,woff2}", "icons/shelv-192.png"],
        globIgnores: [`${LATE_FOLDER}/**`, "page-worker.js"],
        manifestTransforms: [addIntegrity(`${import.meta.dirname}/dist`)],
      },
    }),
  ],
  build: {
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    // Holds the landing page already (vite.landing.config.ts).
    emptyOutDir: false,
    rolldownOptions: { output: { chunkFileNames, assetFileNames, codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { chunkFileNames, assetFileNames } },
  },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
