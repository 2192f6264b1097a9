import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

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
      manifest: {
        id: "/",
        name: "Shelv",
        short_name: "Shelv",
        description: "Your links, standing on a shelf.",
        start_url: "/shelves",
        scope: "/",
        display: "standalone",
        background_color: "#f6efe4",
        theme_color: "#f6efe4",
        icons: [
          { src: "/icons/shelv-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
          { src: "/icons/shelv-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          { src: "/icons/shelv-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          { src: "/icons/shelv.svg", sizes: "any", type: "image/svg+xml" },
        ],
      },
      injectManifest: { globPatterns: ["**/*.{js,css,html,svg,woff2}"] },
    }),
  ],
  build: { target: "es2022", manifest: true },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
