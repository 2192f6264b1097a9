import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { compileAhead } from "./build/compile-ahead.ts";
import { embindWithoutEval } from "./build/embind-without-eval.ts";
import { fetchAhead } from "./build/fetch-ahead.ts";
import { keptStyles } from "./build/kept-styles.ts";
import { prerender } from "./build/prerender.ts";
import { usedPalettes } from "./build/used-palettes.ts";
import { withIntegrity } from "./build/with-integrity.ts";
import { manifest } from "./src/manifest/manifest.ts";

const SERVER = "http://localhost:3000";
/** What few need, and none at once: not kept with the app, but from its first use on (service-worker/late-files.ts). */
const LATE = ["/fake-indexeddb/", "/@opencvjs/", "/onnxruntime-web/"];
const LATE_FOLDER = "assets/late";
const isLate = (moduleId: string | null | undefined) => LATE.some((part) => moduleId?.includes(part));
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
  `${isLate(facadeModuleId) ? LATE_FOLDER : "assets"}/[name]-[hash].js`;

const assetFileNames = ({ names }: { names: string[] }) =>
  `${names.some((name) => name.endsWith(".wasm")) ? LATE_FOLDER : "assets"}/[name]-[hash][extname]`;

/**
 * One file for what every screen needs, one for what every signed-in screen does and the list of all items besides, and one for the local store,
 * which comes after the first screen: left to themselves they would come in ninety, each of which costs a slow phone several milliseconds to
 * ask for.
 */
const groups = [
  { name: "start", tags: ["$initial" as const], priority: 2 },
  {
    name: "signed-in",
    test: /src\/(routes\/(signed-in-screen|shelves-screen|items-screen|ask-ahead-for)|sync\/session-account|workbench\/(delete-item-dialog|item-dialog|overwritten-notices|paste-button|rows-in-sight|thumbnail)|words\/shown-url)|public-page\/src\/truncate/,
    priority: 1,
  },
  {
    name: "local-store",
    test: /dexie|src\/local-store\/(local-store|device-database|kept-shared-things)\.ts/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [
    react(),
    prerender(),
    usedPalettes(),
    keptStyles(),
    fetchAhead(),
    compileAhead((name) => ["index", "signed-in"].includes(name) || name.endsWith("-screen")),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/service-worker",
      filename: "service-worker.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest,
      // The system fetches what the manifest names, when it installs: no page ever asks for it.
      includeManifestIcons: false,
      // In one file, with what is loaded late inside: a worker can fetch nothing more once it is installed.
      injectManifest: {
        rollupFormat: "iife",
        globPatterns: ["**/*.{js,css,html,svg,woff2}", "icons/shelv-192.png"],
        globIgnores: [`${LATE_FOLDER}/**`],
        manifestTransforms: [withIntegrity(`${import.meta.dirname}/dist`)],
      },
    }),
  ],
  build: {
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    // The landing page is there already, so that the service worker can list it (vite.landing.config.ts).
    emptyOutDir: false,
    rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups } } },
  },
  // Workers fetch what they need when they need it, as pages do.
  worker: {
    format: "es",
    plugins: () => [embindWithoutEval()],
    rolldownOptions: { output: { chunkFileNames, assetFileNames } },
  },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
