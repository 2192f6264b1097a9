import { findChromium, installChromium } from "./chromium.ts";

try {
  console.log(`Chromium: ${findChromium() ?? installChromium()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
