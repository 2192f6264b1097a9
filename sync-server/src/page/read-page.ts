/**
 * Builds an owner's page: rows (content/read-page-content.ts) → `PageData` (content/read-page-data.ts) →
 * bytes (this file).
 */
import { pageDocument } from "@shelv/public-page/document.tsx";
import { PIECE_ITEMS, shelvesInPieces } from "@shelv/public-page/shelves-in-pieces.tsx";
import { pageStyle } from "@shelv/public-page/styles/page-style";
import type { Kysely } from "kysely";
import type { CleanedCssStore } from "#page/custom-css/cleaned-css";
import { findUser } from "#database/find-user";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { planOgImage, ogImagePath } from "#page/og-image/plan-og-image";
import { type PageSource } from "./cache/page-cache.ts";
import { pause } from "./content/in-slices.ts";
import type { LargePages } from "./content/large-pages.ts";
import { CSS, pagePolicy, SCRIPT } from "./page-policy.ts";
import { qrCode } from "./qr-code.ts";
import { readPageData, type SeenPage } from "./content/read-page-data.ts";
import { type RenderedPage, renderedPageOf } from "./cache/rendered-page.ts";

export type PageDeps = {
  reader: Kysely<Schema>;
  now: () => Date;
  hasPlanLimits: boolean;
  publicUrl: string | null;
  reportUrl: string | null;
  large: Pick<LargePages, "make">;
  cleanedCss: Pick<CleanedCssStore, "of">;
};

export const pagesFrom = (deps: PageDeps): PageSource => ({
  async findOwner(usernameKey) {
    return (await findUser(deps.reader, usernameKey))?.id ?? null;
  },
  make: (usernameKey) => makePage(deps, usernameKey, null),
});

export const hiddenPageOf = (
  deps: PageDeps,
  { username, viewerId }: { username: string; viewerId: string },
): Promise<RenderedPage | null> => makePage(deps, username, viewerId);

const makePage = (deps: PageDeps, username: string, viewerId: string | null): Promise<RenderedPage | null> =>
  deps.large.make(
    username.toLowerCase(),
    () => makeNow(deps, username, viewerId),
    () => untilCssIsClean(deps, username),
  );

async function untilCssIsClean({ reader, cleanedCss }: PageDeps, username: string): Promise<void> {
  const owner = await findUser(reader, username.toLowerCase());
  if (owner) await cleanedCss.of(owner.id, (await readSingle(reader, owner.id, "appearance")).customCss);
}

async function makeNow(
  deps: PageDeps,
  username: string,
  viewerId: string | null,
): Promise<RenderedPage | null> {
  const { reader, hasPlanLimits, publicUrl, reportUrl, cleanedCss } = deps;
  const seen = await readPageData(reader, username, { now: deps.now(), hasPlanLimits, viewerId });
  if (!seen) return null;
  const { css } = await cleanedCss.of(seen.ownerId, seen.page.appearance.customCss);
  return draw(seen, {
    css,
    publicUrl,
    reportUrl,
    isPublic: viewerId === null,
    domain: await domainOf(reader, username),
  });
}

async function domainOf(reader: Kysely<Schema>, username: string): Promise<string | null> {
  return (await readDomain(reader, { usernameKey: username.toLowerCase() }))[0]?.name ?? null;
}

/** The first verified domain: a lost one may soon be another account's. */
const readDomain = statement((db, at: At<{ usernameKey: string }>) =>
  db
    .selectFrom("domain")
    .innerJoin("user", "user.id", "domain.user_id")
    .select("domain.name")
    .where("user.username_key", "=", at("usernameKey"))
    .where("domain.state", "=", "verified")
    .orderBy("domain.verified_at")
    .orderBy("domain.name")
    .limit(1),
);

type Shown = {
  css: string;
  publicUrl: string | null;
  reportUrl: string | null;
  isPublic: boolean;
  domain: string | null;
};

async function draw(
  { page, validUntil }: SeenPage,
  { css, publicUrl, reportUrl, isPublic, domain }: Shown,
): Promise<RenderedPage> {
  const style = pageStyle(page, css);
  const preview = isPublic ? ogImagePath(planOgImage(page)) : null;
  const address = addressOf(page.username, { publicUrl, domain });
  const parts = page.shelves.length + page.shelves.reduce((sum, { items }) => sum + items.length, 0);
  return renderedPageOf({
    username: page.username,
    html: pageDocument(page, {
      css: CSS,
      style,
      script: SCRIPT,
      publicUrl,
      address,
      ogImagePath: preview,
      reportUrl: reportUrl && reportUrlOf(reportUrl, address ?? `/${page.username}`),
      printedCode: address === null ? null : qrCode(address),
      shelves: parts > PIECE_ITEMS ? await shelvesInPieces(page, pause) : undefined,
    }),
    policy: pagePolicy(style),
    ogImagePath: preview,
    validUntilMs: validUntil === null ? null : Date.parse(validUntil),
  });
}

function addressOf(
  username: string,
  { publicUrl, domain }: { publicUrl: string | null; domain: string | null },
): string | null {
  if (publicUrl === null) return null;
  const { protocol, port } = new URL(publicUrl);
  return domain === null
    ? `${publicUrl}/${username}`
    : `${protocol}//${domain}${port === "" ? "" : `:${port}`}/`;
}

/** Names the page in a mail's subject, or in the query parameter `page`. */
function reportUrlOf(reportUrl: string, page: string): string {
  const url = new URL(reportUrl);
  const [name, value] = url.protocol === "mailto:" ? ["subject", `Report: ${page}`] : ["page", page];
  if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  // Mail programs show a plus sign unchanged.
  url.search = url.search.replaceAll("+", "%20");
  return url.href;
}
