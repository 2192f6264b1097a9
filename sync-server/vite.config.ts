import { defineConfig } from "vite";

const OF_MANY_FILES = ["entities", "hono", "jose", "kysely", "uuid"];

/**
 * Packages are bundled from their sources; the registry's stay in node_modules, except those of many small
 * files: loading these one by one would be a third of the server's start. React is bundled as its production
 * build: out of node_modules, without NODE_ENV, it would be the slow one that checks everything.
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
        "og-image-process": "src/og-image/og-image-process.ts",
        "checkpoint-worker": "src/database/sqlite/checkpoint-worker.ts",
        "css-process": "src/custom-css/css-process.ts",
        "read-export-process": "src/transfer/read-export-process.ts",
        "page-reader-process": "src/link-details/page-reader-process.ts",
        "encode-process": "src/images/encode-process.ts",
      },
    },
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  // css-tree's one file for bundles: its sources read JSON beside themselves.
  resolve: { alias: [{ find: /^css-tree$/, replacement: "css-tree/dist/csstree.esm" }] },
  ssr: { noExternal: [/^@shelv\//, /^react(-dom)?$/, ...OF_MANY_FILES] },
});
