import { canRun, findChromium, installChromium } from "./chromium.ts";

try {
  const found = findChromium();
  console.log(`Chromium: ${found !== undefined && canRun(found) ? found : installChromium()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
