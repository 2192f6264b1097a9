/**
 * `node --import` of this file lets Node resolve `./x` without an extension, as Vite does for the web app's
 * files.
 */
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
