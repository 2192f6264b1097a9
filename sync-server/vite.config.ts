import { defineConfig } from "vite";

/** Packages are bundled from their sources; what comes from the registry stays in node_modules. */
export default defineConfig({
  build: { ssr: "src/main.ts", target: "node24", outDir: "dist" },
  ssr: { noExternal: [/^@shelv\//] },
});
