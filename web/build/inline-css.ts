import type { IndexHtmlTransformContext } from "vite";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*\shref="\/([^"]+)"[^>]*>/g;

export function inlineCss(html: string, bundle: Bundle): string {
  const sheets = [...html.matchAll(STYLE_SHEET)].map(([, name = ""]) => textOf(bundle, name).trim());
  const head = `  <style>${sheets.join("\n")}</style>\n  </head>`;
  return sheets.length === 0 ? html : html.replaceAll(STYLE_SHEET, "").replace("</head>", () => head);
}

function textOf(bundle: Bundle, name: string): string {
  const sheet = bundle[name];
  if (sheet?.type !== "asset") throw new Error(`The build has no style sheet ${name}`);
  return typeof sheet.source === "string" ? sheet.source : new TextDecoder().decode(sheet.source);
}
