import type { Plugin } from "vite";

/** A module's style sheet is the page's also where nobody asks for its classes: the bundler would leave out one that is only imported. */
export const keptStyles = (): Plugin => ({
  name: "shelv:kept-styles",
  enforce: "post",
  transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: "no-treeshake" }) },
});
