import { defineConfig } from "@playwright/test";
import config from "./playwright.config.ts";

process.env["HOSTILE_PROXY_S"] ??= "1200";
process.env["BROWSER_KILLS"] ??= "20";
process.env["SERVER_KILLS"] ??= "50";

/** `npm run test:long`: what `npm run test:all` runs in a short form. */
export default defineConfig(config, {
  testMatch: ["hostile-proxy.spec.ts", "crashes.spec.ts"],
  projects: (config.projects ?? []).filter(({ name }) => name === "phone"),
});
