import type { Plugin } from "vite";

/** The bundler drops a style sheet that is imported without a used class. */
export const retainStyles = (): Plugin => ({
  name: "shelv:retain-styles",
  enforce: "post",
  transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: "no-treeshake" }) },
});
