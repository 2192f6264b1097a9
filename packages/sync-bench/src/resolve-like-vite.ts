/** `node --import` of this lets Node find `./x` as Vite does: the web app's files name each other without their ending. */
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
