import type { IndexHtmlTransformContext } from "vite";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

/** With the style sheet: they arrive before the first text is drawn. */
export function preloadFonts(html: string, bundle: Bundle): string {
  const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
  const links = fonts.map(
    (name) => `    <link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin>\n`,
  );
  return html.replace(/ *<\/head>/, (end) => links.join("") + end);
}
