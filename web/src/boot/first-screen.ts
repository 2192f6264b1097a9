import { afterPaint, requestIdle } from "#platform/wait";

const AT_LATEST_MS = 1000;

let resolveFirstScreen: () => void = () => undefined;

/**
 * Resolves once the first screen is painted and the browser idle, after 1 s at most: a background tab never
 * paints.
 */
export const firstScreen = new Promise<void>((resolve) => (resolveFirstScreen = resolve));

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
