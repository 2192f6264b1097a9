/** Runs once the next frame is painted. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
