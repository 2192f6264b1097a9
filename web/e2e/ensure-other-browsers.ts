import { ensureOtherBrowsers } from "./other-browsers.ts";

try {
  const { firefox, miniBrowser } = ensureOtherBrowsers();
  console.log(`Firefox: ${firefox}\nWebKitGTK: ${miniBrowser}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
