import { afterPaint } from "./after-paint";
import { whenIdle } from "./when-idle";

/** A tab in the background paints nothing. */
const AT_LATEST_MS = 1000;

let stands: () => void = () => undefined;

/** Resolves once the first screen is painted and the browser has time. What it does not need is fetched and asked after that. */
export const firstScreen = new Promise<void>((resolve) => (stands = resolve));

/** Called when it is in the page. */
export function firstScreenStands(): void {
  afterPaint(() => whenIdle(stands));
  setTimeout(stands, AT_LATEST_MS);
}

/** Begins what the first screen does not need. Returns how to end it. */
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
