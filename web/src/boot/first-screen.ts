import { afterPaint } from "#platform/after-paint";
import { requestIdle } from "#platform/request-idle";

/** A tab in the background never paints. */
const AT_LATEST_MS = 1000;

let resolveFirstScreen: () => void = () => undefined;

/** Resolves once the first screen is painted and the browser is idle. Anything it does not need loads after that. */
export const firstScreen = new Promise<void>((resolve) => (resolveFirstScreen = resolve));

/** Call when the first screen is in the DOM. */
export function markFirstScreen(): void {
  afterPaint(() => requestIdle(resolveFirstScreen));
  setTimeout(resolveFirstScreen, AT_LATEST_MS);
}

/** Starts `begin` after the first screen. Returns the cleanup. */
export function afterFirstScreen(begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  void firstScreen.then(() => {
    if (!isOver) end = begin();
  });
  return () => {
    isOver = true;
    end?.();
  };
}
