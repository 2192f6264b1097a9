import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { compileEagerly } from "./build/compile-eagerly.ts";
import { embindWithoutEval } from "./build/embind-without-eval.ts";
import { fetchAhead } from "./build/fetch-ahead.ts";
import { retainStyles } from "./build/retain-styles.ts";
import { prerender } from "./build/prerender.ts";
import { dropUnusedPalettes } from "./build/drop-unused-palettes.ts";
import { addIntegrity } from "./build/add-integrity.ts";
import { manifest } from "./src/manifest/manifest.ts";

const SERVER = "http://localhost:3000";
/**
 * Rarely needed, never at start: cached from the first use on, not with the app
 * (service-worker/late-files.ts).
 */
const LATE = ["/fake-indexeddb/", "/@opencvjs/", "/onnxruntime-web/"];
const LATE_FOLDER = "assets/late";
const isLate = (moduleId: string | null | undefined) => LATE.some((part) => moduleId?.includes(part));
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
  `${isLate(facadeModuleId) ? LATE_FOLDER : "assets"}/[name]-[hash].js`;

const assetFileNames = ({ names }: { names: string[] }) =>
  `${names.some((name) => name.endsWith(".wasm")) ? LATE_FOLDER : "assets"}/[name]-[hash][extname]`;

/**
 * One file for what every screen needs, one for what every signed-in screen and the list of all items need,
 * and one for the local store, which loads after the first screen. Without groups there are ninety files,
 * and each request costs a slow phone several milliseconds.
 */
const groups = [
  { name: "start", tags: ["$initial" as const], priority: 2 },
  {
    name: "signed-in",
    test: /src\/(routes\/(signed-in-screen|shelves-screen|items-screen|loading\/prefetch-screen-data)|session\/session-account|domain\/(items\/(delete-item-dialog|item-dialog|use-virtual-rows|thumbnail)|conflicts\/overwritten-notices|share-inbox\/paste-button)|words\/format\/shown-url)|public-page\/src\/truncate/,
    priority: 1,
  },
  {
    name: "local-store",
    test: /dexie|src\/(local-store\/(local-store|unsynced\/share-inbox-database)|accounts\/device-database)\.ts/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [
    react(),
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
      // Only the system fetches the manifest's icons, when it installs the app; no page requests them.
      includeManifestIcons: false,
      // A single file with its dynamic imports inlined: an installed worker cannot fetch more code.
      injectManifest: {
        rollupFormat: "iife",
        globPatterns: ["**/*.{js,css,html,svg,woff2}", "icons/shelv-192.png"],
        globIgnores: [`${LATE_FOLDER}/**`],
        manifestTransforms: [addIntegrity(`${import.meta.dirname}/dist`)],
      },
    }),
  ],
  build: {
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    // The landing page is already there, so that the service worker can list it (vite.landing.config.ts).
    emptyOutDir: false,
    rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups } } },
  },
  // Workers load code on demand, as pages do.
  worker: {
    format: "es",
    plugins: () => [embindWithoutEval()],
    rolldownOptions: { output: { chunkFileNames, assetFileNames } },
  },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
