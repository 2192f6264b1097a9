/** The cost of a screen: compressed bytes of the built scripts that it waits for. Runs after a build. */
import { readFileSync } from "node:fs";
import type { SizeLimitConfig } from "size-limit";
import { furtherFiles, loadedFiles, type Manifest } from "./budgets/loaded-files.ts";

const manifest = JSON.parse(
  readFileSync(new URL("dist/.vite/manifest.json", import.meta.url), "utf8"),
) as Manifest;
const toPaths = (files: string[]) => files.map((file) => `dist/${file}`);

const ENTRY = "index.html";
/** The installed app starts with the account check and the list of shelves (build/chunk-groups.ts). */
const FIRST = [ENTRY, "signed-in"];
/** Loads after the first screen, before the owner can open another. */
const STORE = "local-store";

const screens = (manifest[ENTRY]?.dynamicImports ?? []).filter((source) => source.startsWith("src/routes/"));

const landing = readFileSync(new URL("dist/landing.html", import.meta.url), "utf8");
const landingScripts = [...landing.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file);

const config: SizeLimitConfig = [
  { name: "the landing page's script", path: toPaths(landingScripts), limit: "75 kB" },
  // With its style sheets: one response within the first congestion window.
  { name: "the landing page itself", path: "dist/landing.html", limit: "14 kB" },
  { name: "before the first signed-in screen", path: toPaths(loadedFiles(manifest, FIRST)), limit: "190 kB" },
  {
    name: "the local store, after the first screen",
    path: toPaths(furtherFiles(manifest, [STORE], FIRST)),
    limit: "40 kB",
  },
  ...screens.map((source) => ({
    name: source,
    path: toPaths(furtherFiles(manifest, [source], [...FIRST, STORE])),
    limit: "40 kB",
  })),
];

export default config;
