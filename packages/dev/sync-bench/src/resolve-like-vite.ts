/** With `node --import` of this file, Node resolves `./x` without an extension, as Vite does. */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    const isBare = specifier.startsWith("./") && !/\.\w+$/.test(specifier);
    return next(
      isBare && !context.parentURL?.includes("/node_modules/") ? `${specifier}.ts` : specifier,
      context,
    );
  },
});
