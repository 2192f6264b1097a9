import { expect, test } from "vitest";
import { inlineCss } from "./inline-css.ts";

const HTML = `<html><head>
    <link rel="stylesheet" crossorigin href="/assets/a-1.css">
    <link rel="stylesheet" crossorigin href="/assets/b-2.css">
    <link rel="icon" href="/icons/shelv.svg">
  </head></html>`;
const sheet = (source: string | Uint8Array) => ({ type: "asset", source }) as never;

test("style sheets are inlined in their order, and nothing else is", () => {
  const html = inlineCss(HTML, {
    "assets/a-1.css": sheet(".a{content:'$&'}\n"),
    "assets/b-2.css": sheet(new TextEncoder().encode(".b{}")),
  });
  expect(html).toBe(`<html><head>
    <link rel="icon" href="/icons/shelv.svg">
    <style>.a{content:'$&'}
.b{}</style>
  </head></html>`);
});

test("a style sheet that is missing from the build stops it", () => {
  expect(() => inlineCss(HTML, {})).toThrow("assets/a-1.css");
});
