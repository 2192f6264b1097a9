import { defineConfig } from "vite";

/**
 * Packages are bundled from their sources; what comes from the registry stays in node_modules. But for React: it is built
 * in as made for production, because out of node_modules it would be the slow one that checks everything, wherever
 * nobody sets NODE_ENV.
 */
export default defineConfig({
  build: { ssr: "src/main.ts", target: "node24", outDir: "dist" },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: [/^@shelv\//, /^react(-dom)?$/] },
});
