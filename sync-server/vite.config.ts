import { defineConfig } from "vite";

/**
 * Packages are bundled from their sources; what comes from the registry stays in node_modules. But for React: it is built
 * in as made for production, because out of node_modules it would be the slow one that checks everything, wherever
 * nobody sets NODE_ENV.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: "node24",
    outDir: "dist",
    // Each thread and process is a file of its own beside the server's.
    rollupOptions: {
      input: {
        main: "src/main.ts",
        "og-image-worker": "src/og-image/og-image-worker.ts",
        "css-worker": "src/custom-css/css-worker.ts",
        "read-export-worker": "src/transfer/read-export-worker.ts",
        "encode-process": "src/images/encode-process.ts",
      },
    },
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  // The one file that css-tree makes for bundles: its sources read JSON beside themselves, which a bundle is not.
  resolve: { alias: [{ find: /^css-tree$/, replacement: "css-tree/dist/csstree.esm" }] },
  ssr: { noExternal: [/^@shelv\//, /^react(-dom)?$/] },
});
