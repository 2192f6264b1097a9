import type { Plugin } from "vite";

/**
 * Includes a module's style sheet even when no class of it is used: the bundler drops one that is only
 * imported.
 */
export const keptStyles = (): Plugin => ({
  name: "shelv:kept-styles",
  enforce: "post",
  transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: "no-treeshake" }) },
});
