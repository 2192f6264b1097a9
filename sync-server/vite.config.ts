import { defineConfig } from "vite";
import { NATIVE_MODULES } from "./src/beside-the-bundle.ts";

/**
 * The bundle has everything but native modules: loading packages file by file would be a third of the
 * server's start. React is bundled as its production build; from node_modules, without NODE_ENV, it would be
 * the slow build that checks everything.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: "node24",
    outDir: "dist",
    // Each thread and process is a file beside the server's.
    rollupOptions: {
      input: {
        main: "src/main.ts",
        "command-line": "src/command-line.ts",
        "og-image-process": "src/page/og-image/og-image-process.ts",
        "checkpoint-worker": "src/database/sqlite/checkpoint-worker.ts",
        "css-process": "src/page/custom-css/css-process.ts",
        "read-export-process": "src/accounts/transfer/read-export-process.ts",
        "outbound-process": "src/outbound/outbound-process.ts",
        "page-reader-process": "src/links/details/page-reader-process.ts",
        "encode-process": "src/pictures/encode-process.ts",
      },
    },
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  // css-tree's one file for bundles: its sources read JSON beside themselves.
  resolve: { alias: [{ find: /^css-tree$/, replacement: "css-tree/dist/csstree.esm" }] },
  ssr: { noExternal: true, external: NATIVE_MODULES },
});
