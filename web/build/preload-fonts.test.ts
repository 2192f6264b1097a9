import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { preloadFonts } from "./preload-fonts.ts";

const asset = (fileName: string) =>
  ({ type: "asset", fileName, source: "" }) as unknown as Rolldown.OutputAsset;

test("a page requests its fonts at once, as its style sheet does later", () => {
  const bundle = { "assets/inter.woff2": asset("assets/inter.woff2"), "assets/a.css": asset("assets/a.css") };
  expect(preloadFonts("<head>\n    <title>A</title>\n  </head><body>", bundle)).toBe(
    '<head>\n    <title>A</title>\n    <link rel="preload" as="font" type="font/woff2" href="/assets/inter.woff2" crossorigin>\n  </head><body>',
  );
  expect(preloadFonts("<head></head>", {})).toBe("<head></head>");
});
