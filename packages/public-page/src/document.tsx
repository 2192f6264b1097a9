import { PRODUCT } from "@shelv/contract/product";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { linkedData } from "./linked-data.ts";
import { nameOnPage, type PageData } from "./page-data.ts";
import { barColors } from "./page-style.ts";
import { pageWords } from "./page-words.ts";
import { PageSuspended, PublicPage, UserNotFound } from "./page.tsx";
import { DrawnShelf, ShelfContent, type ShelfProps, ShelfRow } from "./shelf.tsx";

/** What is inlined into every document: texts made by us, never by an owner. */
export type DocumentParts = {
  css: string;
  /** What `pageStyle` says of this page. */
  style: string;
  script: string;
  /**
   * The origin under which the public reaches this server. Null where nobody has said it: then nothing is named in full,
   * rather than by a Host header that any visitor could have made up for all others.
   */
  publicUrl: string | null;
  /** The one address of this page, of the several that it may be reached by; null together with `publicUrl`. */
  address: string | null;
  /** Where a picture of the page is, 1200 × 630 pixels; null where there is none. */
  previewPath: string | null;
  /** Where visitors report the page; null where there is no such place. */
  reportUrl?: string | null;
  /** `shelfHtml`, by who remembers what it answered. */
  drawShelf?: (props: ShelfProps) => string;
};

/** A whole public page as one HTML text. */
export function pageDocument(page: PageData, parts: DocumentParts): string {
  const name = nameOnPage(page);
  const title = name === page.username ? `@${page.username}` : `${name} (@${page.username})`;
  const description = page.bio || `The shelves of ${name}, on ${PRODUCT}.`;
  const { publicUrl: origin, address, drawShelf = shelfHtml } = parts;
  const preview = origin === null || parts.previewPath === null ? null : origin + parts.previewPath;
  return asDocument(
    <Document
      css={parts.css}
      style={parts.style}
      bars={barColors(page.appearance)}
      title={title}
      head={
        <>
          <meta name="description" content={description} />
          {address !== null && <link rel="canonical" href={address} />}
          <meta property="og:type" content="profile" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:site_name" content={PRODUCT} />
          {address !== null && <meta property="og:url" content={address} />}
          <meta property="profile:username" content={page.username} />
          {preview !== null && (
            <>
              <meta property="og:image" content={preview} />
              <meta property="og:image:type" content="image/jpeg" />
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
              <meta property="og:image:alt" content={`The shelves of ${name}`} />
              <meta name="twitter:image" content={preview} />
              <meta name="twitter:image:alt" content={`The shelves of ${name}`} />
            </>
          )}
          <meta name="twitter:card" content={preview === null ? "summary" : "summary_large_image"} />
          <meta name="twitter:title" content={title} />
          <meta name="twitter:description" content={description} />
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: linkedData(page, { origin, address }) }}
          />
        </>
      }
    >
      <PublicPage
        page={page}
        appUrl={origin ?? ""}
        reportUrl={parts.reportUrl ?? null}
        drawShelf={(props) => <DrawnShelf html={drawShelf(props)} />}
      />
      <script dangerouslySetInnerHTML={{ __html: parts.script }} />
    </Document>,
  );
}

/** What a shelf's element holds: the same for the same shelf. */
export const shelfHtml = (props: ShelfProps): string => renderToStaticMarkup(<ShelfContent {...props} />);

/** The same, drawn a part after another: `pause` comes between parts of so many items. */
export async function shelfHtmlInParts(
  props: ShelfProps,
  { partSize, pause }: { partSize: number; pause: () => Promise<void> },
): Promise<string> {
  const rows: string[] = [];
  for (let from = 0; from < props.shelf.items.length; from += partSize) {
    if (from > 0) await pause();
    rows.push(renderToStaticMarkup(<ShelfRow {...props} from={from} to={from + partSize} />));
  }
  return renderToStaticMarkup(<ShelfContent {...props} row={rows.join("")} />);
}

/** What stands where no page is: neither script nor anything of whoever may have had the name. */
export const notFoundDocument = ({ css }: Pick<DocumentParts, "css">): string =>
  asDocument(
    <Document
      css={css}
      title={`${pageWords.notFound} · ${PRODUCT}`}
      head={<meta name="robots" content="noindex" />}
    >
      <UserNotFound />
    </Document>,
  );

/** What is answered for a suspended page. */
export const suspendedDocument = ({ css }: Pick<DocumentParts, "css">): string =>
  asDocument(
    <Document
      css={css}
      title={`${pageWords.suspended} · ${PRODUCT}`}
      head={<meta name="robots" content="noindex" />}
    >
      <PageSuspended />
    </Document>,
  );

type DocumentProps = {
  css: string;
  style?: string;
  bars?: { light: string; dark: string };
  title: string;
  head: ReactNode;
  children: ReactNode;
};

/** The colours of the wall in look.css. */
const ROOM_BARS = { light: "#f8f0e3", dark: "#2a211b" };

const Document = ({ css, style = "", bars = ROOM_BARS, title, head, children }: DocumentProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      {head}
      <meta name="theme-color" content={bars.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={bars.dark} media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/icons/shelv.svg" type="image/svg+xml" />
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {style !== "" && <style dangerouslySetInnerHTML={{ __html: style }} />}
    </head>
    <body>{children}</body>
  </html>
);

const asDocument = (html: ReactNode) => `<!doctype html>${renderToStaticMarkup(html)}`;
