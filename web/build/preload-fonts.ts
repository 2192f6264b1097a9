import type { IndexHtmlTransformContext } from "vite";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

/** The build's fonts are asked for with the page, and not only once its style sheet has met the first text: they are there when that is drawn. */
export function preloadFonts(html: string, bundle: Bundle): string {
  const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
  const links = fonts.map(
    (name) => `    <link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin>\n`,
  );
  return html.replace(/ *<\/head>/, (end) => links.join("") + end);
}
