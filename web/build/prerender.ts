/**
 * Pages that are HTML before any script: `src/prerendered.tsx` renders them into files with inlined style
 * sheets. In the app's build this plugin only inserts the scripts before the first paint.
 */
import { readFileSync } from "node:fs";
import type { Plugin, ResolvedConfig, ViteDevServer } from "vite";
import { inlineCss } from "./inline-css.ts";
import { loadPrerendered, type Prerendered } from "./load-prerendered.ts";
import { preloadFonts } from "./preload-fonts.ts";

const ENTRY = "/src/prerendered.tsx";
const LANDING = "/landing.html";
const PAGE = "<!-- page -->";
/** By the comment that they replace. */
const INLINE_SCRIPTS = [
  ["<!-- before first paint -->", new URL("../src/boot/before-first-paint.js", import.meta.url)],
  ["<!-- start guard -->", new URL("../src/boot/start-guard.js", import.meta.url)],
] as const;

export function prerender(): Plugin[] {
  let config: ResolvedConfig;
  let pages: Promise<Prerendered> | undefined;
  const pagesOf = (server: ViteDevServer | undefined) =>
    server
      ? server.ssrLoadModule(ENTRY).then(({ prerendered }) => prerendered as Prerendered)
      : (pages ??= loadPrerendered(config.root + ENTRY, config.root));

  return [
    {
      name: "shelv:inline-scripts",
      transformIndexHtml: {
        order: "pre",
        handler: (html) =>
          INLINE_SCRIPTS.reduce(
            (page, [place, script]) =>
              page.replace(place, () => `<script>\n${readFileSync(script, "utf8")}</script>`),
            html,
          ),
      },
    },
    {
      name: "shelv:prerender",
      configResolved(resolved) {
        config = resolved;
      },
      configureServer({ middlewares }) {
        middlewares.use((request, _, next) => {
          if (/^\/(?:\?|$)/.test(request.url ?? "")) request.url = LANDING;
          next();
        });
      },
      transformIndexHtml: {
        // The browser's build has rewritten the addresses in the text.
        order: "post",
        async handler(html, { path, bundle, server }) {
          if (!html.includes(PAGE)) return html;
          const draw = (await pagesOf(server))[path];
          if (!draw) throw new Error(`${ENTRY} draws no ${path}`);
          const whole = html.replace(PAGE, draw);
          return bundle ? inlineCss(preloadFonts(whole, bundle), bundle) : whole;
        },
      },
    },
  ];
}
