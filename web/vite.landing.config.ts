import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileAhead } from "./build/compile-ahead.ts";
import { prerender } from "./build/prerender.ts";

/**
 * The pages that are drawn ahead of time, in a build of their own before the app's: chunks that were shared with the editor would
 * carry what only the editor uses of them. So a visitor fetches one script, and it changes only when this page does.
 */
export default defineConfig({
  plugins: [react(), prerender(), compileAhead(() => true)],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["landing.html", "not-found.html"] },
  },
});
