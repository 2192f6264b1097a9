import { ensureOtherBrowsers } from "./other-browsers.ts";

try {
  const { firefox, miniBrowser, caddy } = ensureOtherBrowsers();
  console.log(`Firefox: ${firefox}\nWebKitGTK: ${miniBrowser}\nCaddy: ${caddy}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
