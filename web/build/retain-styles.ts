import type { Plugin } from "vite";

/**
 * Includes a module's style sheet even when no class of it is used: the bundler drops one that is only
 * imported.
 */
export const retainStyles = (): Plugin => ({
  name: "shelv:retain-styles",
  enforce: "post",
  transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: "no-treeshake" }) },
});
