import { expect, test } from "vitest";
import { furtherFiles, loadedFiles, type Manifest } from "./loaded-files.ts";

const manifest: Manifest = {
  "index.html": { file: "assets/index-1.js", imports: ["_react-2.js"], dynamicImports: ["src/a-screen.tsx"] },
  "_react-2.js": { file: "assets/react-2.js" },
  "_guard-3.js": { file: "assets/guard-3.js", name: "guard", imports: ["_react-2.js"] },
  "src/a-screen.tsx": {
    file: "assets/a-screen-4.js",
    imports: ["index.html", "_shared-5.js"],
    dynamicImports: ["src/late.ts"],
  },
  "_shared-5.js": { file: "assets/shared-5.js", imports: ["_react-2.js", "_shared-6.css"] },
  "_shared-6.css": { file: "assets/shared-6.css" },
  "src/late.ts": { file: "assets/late-7.js" },
};

test("static imports of a source are loaded with it, dynamic imports are not", () => {
  expect(loadedFiles(manifest, ["src/a-screen.tsx"])).toEqual([
    "assets/a-screen-4.js",
    "assets/index-1.js",
    "assets/react-2.js",
    "assets/shared-5.js",
  ]);
});

test("a source in a shared chunk is found by the chunk's name", () => {
  expect(loadedFiles(manifest, ["guard"])).toEqual(["assets/guard-3.js", "assets/react-2.js"]);
});

test("files that are already loaded are not loaded twice", () => {
  expect(furtherFiles(manifest, ["src/a-screen.tsx"], ["index.html"])).toEqual([
    "assets/a-screen-4.js",
    "assets/shared-5.js",
  ]);
});

test("a source that is in no build is an error, so a budget never measures nothing", () => {
  expect(() => loadedFiles(manifest, ["src/gone.tsx"])).toThrow("The build has no chunk for src/gone.tsx");
});
