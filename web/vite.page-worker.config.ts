import { defineConfig } from "vite";

/** One small file with its dynamic imports: visitors of a page's own host fetch nothing else. */
export default defineConfig({
  build: {
    target: "es2022",
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/service-worker/page-worker.ts",
      output: { format: "iife", entryFileNames: "page-worker.js", codeSplitting: false },
    },
  },
});
