import { afterPaint, requestIdle } from "#platform/wait";

/** A background tab never paints. */
const AT_LATEST_MS = 1000;

let resolveFirstScreen: () => void = () => undefined;

/**
 * Resolves once the first screen is painted and the browser idle, after 1 s at most. What the first screen
 * does not need loads after it.
 */
export const firstScreen = new Promise<void>((resolve) => (resolveFirstScreen = resolve));

/** Call it once the first screen is in the DOM. */
export function markFirstScreen(): void {
  afterPaint(() => requestIdle(resolveFirstScreen));
  setTimeout(resolveFirstScreen, AT_LATEST_MS);
}

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
