import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { manifest } from "./src/manifest/manifest.ts";

const SERVER = "http://localhost:3000";

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/service-worker",
      filename: "service-worker.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest,
      // The system fetches what the manifest names, when it installs: no page ever asks for it.
      includeManifestIcons: false,
      injectManifest: { globPatterns: ["**/*.{js,css,html,svg,woff2}"] },
    }),
  ],
  build: { target: "es2022", manifest: true },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
