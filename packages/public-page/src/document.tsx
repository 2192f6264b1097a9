import { picturePath } from "@shelv/contract/rows/picture";
import { PRODUCT } from "@shelv/contract/product";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { nameOnPage, type PageData } from "./page-data.ts";
import { barColors } from "#styles/page-style";
import { type PrintedCode, PublicPage } from "./page.tsx";

/** Written by us, never by an owner. */
export type DocumentParts = {
  css: string;
  style: string;
  script: string;
  /**
   * The app's public address, or null: then the page has no absolute URLs, rather than ones from a Host
   * header, which visitors can forge.
   */
  publicUrl: string | null;
  address: string | null;
  ogImagePath: string | null;
  reportUrl?: string | null;
  printedCode?: PrintedCode | null;
  shelves?: string | undefined;
};

export function pageDocument(page: PageData, parts: DocumentParts): string {
  const name = nameOnPage(page);
  const title = name === page.username ? `@${page.username}` : `${name} (@${page.username})`;
  const description = page.bio || `The shelves of ${name}, on ${PRODUCT}.`;
  const { publicUrl: origin, address } = parts;
  const preview = origin === null || parts.ogImagePath === null ? null : origin + parts.ogImagePath;
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
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
              <meta property="og:image:alt" content={`The shelves of ${name}`} />
            </>
          )}
          <meta name="twitter:card" content={preview === null ? "summary" : "summary_large_image"} />
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
        printed={address !== null && parts.printedCode ? { address, code: parts.printedCode } : null}
        shelves={parts.shelves}
      />
      <script dangerouslySetInnerHTML={{ __html: parts.script }} />
    </Document>,
  );
}

type DocumentProps = {
  css: string;
  style: string;
  bars: { light: string; dark: string };
  title: string;
  head: ReactNode;
  children: ReactNode;
};

const Document = ({ css, style, bars, title, head, children }: DocumentProps) => (
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

/**
 * The page's data by schema.org, for search engines. Safe inside a `<script>`: it opens and closes no tag.
 */
function linkedData(
  page: PageData,
  { origin, address }: { origin: string | null; address: string | null },
): string {
  const { username, title, bio, picture, website, location, socialLinks } = page;
  const links = [...(website === "" ? [] : [website]), ...socialLinks.flatMap(({ url }) => url ?? [])];
  const person = {
    "@type": "Person",
    name: nameOnPage(page),
    alternateName: `@${username}`,
    jobTitle: title || undefined,
    description: bio || undefined,
    image: origin !== null && picture ? origin + picturePath(picture.sha256, 640) : undefined,
    homeLocation: location ? { "@type": "Place", name: location } : undefined,
    sameAs: links.length > 0 ? links : undefined,
  };
  const profile = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: address ?? undefined,
    mainEntity: person,
  };
  return JSON.stringify(profile).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
