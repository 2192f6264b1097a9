import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileEagerly } from "./build/compile-eagerly.ts";
import { prerender } from "./build/prerender.ts";

/** Built before the app: chunks shared with the editor would carry its code. A visitor fetches one script. */
export default defineConfig({
  plugins: [react(), prerender(), compileEagerly(() => true)],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["landing.html", "not-found.html"] },
  },
});
