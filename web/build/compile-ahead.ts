import type { Plugin } from "vite";

/** Read by Chromium from 136 on, where it opens a file. */
const COMPILE_ALL = "//# allFunctionsCalledOnLoad\n";

/**
 * Most of what these chunks define is called before the screen answers. Chromium then compiles all of it beside the page, where it
 * reads it anyway, instead of one function after the other on the page's own thread.
 */
export const compileAhead = (isMeant: (name: string) => boolean): Plugin => ({
  name: "shelv:compile-ahead",
  enforce: "post",
  // Last: the bundler puts lists of its own before the code.
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === "chunk" && isMeant(output.name)) output.code = COMPILE_ALL + output.code;
    },
  },
});
