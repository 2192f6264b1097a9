/**
 * Before any script runs, the page knows whether an owner is signed in (accounts/account-hint.ts), and which
 * screen is requested: inline lines request its files at once.
 */
import { readFileSync } from "node:fs";
import type { IndexHtmlTransformContext, Plugin } from "vite";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;
type Chunk = Extract<Bundle[string], { type: "chunk" }> & {
  viteMetadata?: { importedCss: ReadonlySet<string>; importedAssets: ReadonlySet<string> };
};

const HERE = "<!-- fetch ahead -->";
const SCRIPT = new URL("../src/boot/fetch-ahead.js", import.meta.url);
const SCREEN = /\/src\/routes\/([a-z]+)-screen\.tsx$/;
const SHARED = "signed-in";

export const fetchAhead = (): Plugin => ({
  name: "shelv:fetch-ahead",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) =>
      html.includes(HERE) ? html.replace(HERE, () => (bundle ? scriptFor(bundle) : "")) : html,
  },
});

type FilesAhead = {
  shared: string[];
  /** By the last part of the path that names a screen ("stats" for /dashboard/stats). */
  screens: (readonly [name: string, files: string[]])[];
};

/** Without those that the page's HTML requests. */
export function filesAhead(bundle: Bundle): FilesAhead {
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === "chunk");
  const shared = chunks.find(({ name }) => name === SHARED);
  if (!shared) throw new Error(`The build has no ${SHARED}`);
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const known = new Set(entries.flatMap((entry) => filesOf(bundle, entry)));
  const further = (chunk: Chunk) => filesOf(bundle, chunk).filter((file) => !known.has(file));
  const ofShared = further(shared);
  const ownSheet = ofShared.find((file) => file.endsWith(".css"));
  if (ownSheet !== undefined)
    throw new Error(`${ownSheet} comes on its own: src/routes/loading/first-styles.ts lacks what is in it`);
  for (const file of ofShared) known.add(file);
  const screens = chunks.flatMap((chunk) => {
    const name = SCREEN.exec(chunk.facadeModuleId ?? "")?.[1];
    return name === undefined ? [] : [[name, further(chunk)] as const];
  });
  // Style sheets request fonts only when there is text to draw.
  const fonts = entries.flatMap(({ viteMetadata }) =>
    [...(viteMetadata?.importedAssets ?? [])].filter((file) => file.endsWith(".woff2")),
  );
  return { shared: [...ofShared, ...fonts], screens: screens.filter(([, files]) => files.length > 0) };
}

function filesOf(bundle: Bundle, chunk: Chunk, files = new Set<string>()): string[] {
  if (files.has(chunk.fileName)) return [];
  files.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") filesOf(bundle, imported, files);
  }
  return [...files];
}

/** An attribute holds the file names: the script's text must be the same in each build. */
const scriptFor = (bundle: Bundle): string =>
  `<script data-files='${JSON.stringify(filesAhead(bundle))}'>\n${readFileSync(SCRIPT, "utf8")}</script>`;
