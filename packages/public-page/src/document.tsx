import { picturePath } from "@shelv/contract/picture";
import { PRODUCT } from "@shelv/contract/product";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { nameOnPage, type PageData } from "./page-data.ts";
import { PublicPage, UserNotFound } from "./page.tsx";

/** What is inlined into every document: texts made by us, never by an owner. */
export type DocumentParts = {
  css: string;
  script: string;
  /** The address under which the public reaches this server, without a slash at its end. */
  publicUrl: string;
};

/** A whole public page as one HTML text. */
export function pageDocument(page: PageData, parts: DocumentParts): string {
  const name = nameOnPage(page);
  const title = name === page.username ? `@${page.username}` : `${name} (@${page.username})`;
  const description = page.bio || `The shelves of ${name}, on ${PRODUCT}.`;
  const url = `${parts.publicUrl}/${page.username}`;
  const picture = page.picture === null ? null : parts.publicUrl + picturePath(page.picture, 640);
  return asDocument(
    <Document parts={parts} title={title} head={
      <>
        <meta name="description" content={description} />
        <link rel="canonical" href={url} />
        <meta property="og:type" content="profile" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={url} />
        <meta property="og:site_name" content={PRODUCT} />
        {picture !== null && <meta property="og:image" content={picture} />}
        <meta name="twitter:card" content="summary" />
      </>
    }>
      <PublicPage page={page} />
      <script dangerouslySetInnerHTML={{ __html: parts.script }} />
    </Document>,
  );
}

/** What stands where no page is: neither script nor anything of whoever may have had the name. */
export const notFoundDocument = (parts: Omit<DocumentParts, "script">): string =>
  asDocument(
    <Document parts={parts} title={`User Not Found · ${PRODUCT}`} head={<meta name="robots" content="noindex" />}>
      <UserNotFound />
    </Document>,
  );

type DocumentProps = { parts: Pick<DocumentParts, "css">; title: string; head: ReactNode; children: ReactNode };

/** The colours of the theme are those of the wall in look.css. */
const Document = ({ parts, title, head, children }: DocumentProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      {head}
      <meta name="theme-color" content="#f8f0e3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#2a211b" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/icons/shelv.svg" type="image/svg+xml" />
      <style dangerouslySetInnerHTML={{ __html: parts.css }} />
    </head>
    <body>{children}</body>
  </html>
);

const asDocument = (html: ReactNode) => `<!doctype html>${renderToStaticMarkup(html)}`;
