import { expect, test } from "vitest";
import { filesNamedIn } from "./cached-landing.ts";

test("every file that the page names is found once: scripts, fonts and pictures, in attributes and style sheets", () => {
  const html = `
    <link rel="icon" href="/icons/shelv.svg"><link rel="modulepreload" crossorigin href="/assets/react-DkXx.js">
    <style>@font-face{src:url(/assets/inter-Dx4k.woff2)format("woff2")}.a{background:url("/assets/a.svg")}</style>
    <picture><img src="/assets/vase-BqP_.svg"></picture><picture><img src='/assets/vase-BqP_.svg'></picture>
    <script type="module" src="/assets/landing-C9.js"></script>`;
  expect(filesNamedIn(html)).toEqual([
    "/icons/shelv.svg",
    "/assets/react-DkXx.js",
    "/assets/inter-Dx4k.woff2",
    "/assets/a.svg",
    "/assets/vase-BqP_.svg",
    "/assets/landing-C9.js",
  ]);
});

test("addresses of pages, of the API or elsewhere are none of its files", () => {
  expect(
    filesNamedIn(
      `<a href="/login">, <a href="/api/x">, <img src="https://elsewhere.example/assets/x.png">, /assets/in-a-text.js`,
    ),
  ).toEqual([]);
});
