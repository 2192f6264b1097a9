import { afterPaint } from "./after-paint";

let stands: () => void = () => undefined;

/** Resolves once the first screen is painted. What it does not need is fetched after that. */
export const firstScreen = new Promise<void>((resolve) => (stands = resolve));

/** Called when it is in the page. */
export const firstScreenStands = (): void => afterPaint(stands);
