import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesAhead } from "./fetch-ahead.ts";

const chunk = (
  fileName: string,
  {
    name = "",
    imports = [] as string[],
    css = [] as string[],
    assets = [] as string[],
    from = "",
    isEntry = false,
  } = {},
) => [
  fileName,
  {
    type: "chunk",
    fileName,
    name,
    imports,
    isEntry,
    facadeModuleId: from,
    viteMetadata: { importedCss: new Set(css), importedAssets: new Set(assets) },
  },
];

const bundleOf = (...chunks: unknown[][]) => Object.fromEntries(chunks) as never;

const FIRST = chunk("a/index.js", {
  isEntry: true,
  imports: ["a/runtime.js"],
  css: ["a/index.css"],
  assets: ["a/inter.woff2", "a/shelf.svg"],
});
const RUNTIME = chunk("a/runtime.js");

test("scripts, style sheets and fonts that all screens share come once, then those of each screen, without those that the page requests itself", () => {
  const bundle = bundleOf(
    FIRST,
    RUNTIME,
    chunk("a/signed-in.js", { name: "signed-in", imports: ["a/index.js"] }),
    chunk("a/list.js", { imports: ["a/signed-in.js", "a/runtime.js"], css: ["a/list.css"] }),
    chunk("a/items-screen.js", {
      from: "/x/src/routes/items-screen.tsx",
      imports: ["a/list.js", "a/signed-in.js"],
      css: ["a/items.css"],
    }),
    chunk("a/shelves-screen.js", { from: "/x/src/routes/shelves-screen.tsx", imports: ["a/signed-in.js"] }),
    chunk("a/item-form.js", { from: "/x/src/domain/items/item-form.tsx" }),
  );
  expect(filesAhead(bundle)).toEqual({
    shared: ["a/signed-in.js", "a/inter.woff2"],
    screens: [
      ["items", ["a/items-screen.js", "a/items.css", "a/list.js", "a/list.css"]],
      ["shelves", ["a/shelves-screen.js"]],
    ],
  });
});

test("a build without a shared chunk stops", () => {
  expect(() => filesAhead(bundleOf(FIRST, RUNTIME))).toThrow("signed-in");
});

test("a style sheet that every signed-in screen except the first requests stops the build", () => {
  const shared = chunk("a/signed-in.js", {
    name: "signed-in",
    imports: ["a/index.js"],
    css: ["a/signed-in.css"],
  });
  expect(() => filesAhead(bundleOf(FIRST, RUNTIME, shared))).toThrow("a/signed-in.css");
});

const SCRIPT = readFileSync(new URL("../src/boot/fetch-ahead.js", import.meta.url), "utf8");
const NAMED = {
  shared: [],
  screens: ["dashboard", "stats", "onboarding"].map((name) => [name, [`${name}.css`]]),
};

function requestedAt(pathname: string): string[] {
  let links = "";
  const page = {
    localStorage: { getItem: () => "ada" },
    location: { pathname },
    document: {
      head: { insertAdjacentHTML: (_: string, html: string) => (links += html) },
      currentScript: { dataset: { files: JSON.stringify(NAMED) } },
    },
    indexedDB: { open: () => new EventTarget() },
    globalThis: {},
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the page inlines this script
  new Function(...Object.keys(page), SCRIPT)(...Object.values(page));
  return [...links.matchAll(/href="([^"]+)"/g)].map(([, file = ""]) => file);
}

test("a page requests the files of its own screen, not of another at the start of its path", () => {
  expect(requestedAt("/dashboard")).toEqual(["/dashboard.css"]);
  expect(requestedAt("/dashboard/stats")).toEqual(["/stats.css"]);
  expect(requestedAt("/dashboard/stats/0190")).toEqual(["/stats.css"]);
  expect(requestedAt("/onboarding/profile-setup")).toEqual(["/onboarding.css"]);
  expect(requestedAt("/unsaved")).toEqual([]);
});
