export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
