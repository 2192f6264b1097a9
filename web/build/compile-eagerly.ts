import type { Plugin } from "vite";

/** Chromium 136 and later read it at the start of a file. */
const COMPILE_ALL = "//# allFunctionsCalledOnLoad\n";

/**
 * Most functions of these chunks run before the screen answers: Chromium then compiles all off the main
 * thread while it reads the file.
 */
export const compileEagerly = (isMeant: (name: string) => boolean): Plugin => ({
  name: "shelv:compile-eagerly",
  enforce: "post",
  // The bundler puts its own lists before the code.
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === "chunk" && isMeant(output.name)) output.code = COMPILE_ALL + output.code;
    },
  },
});
