import { pageDocument } from "@shelv/public-page/document.tsx";
import { pageStyle } from "@shelv/public-page/page-style";
import { shelvesOf } from "@shelv/public-page/page.tsx";
import type { Kysely } from "kysely";
import type { CleanedCssStore } from "#custom-css/cleaned-css";
import { findUser } from "#database/find-user";
import { readSingle } from "#database/read-single";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { planPreview, previewPath } from "#preview/plan-preview";
import { type PageSource } from "./page-cache.ts";
import { drawnShelves, shelvesInSlices } from "./drawn-shelves.ts";
import type { LargePages } from "./large-pages.ts";
import { CSS, pagePolicy, SCRIPT } from "./page-policy.ts";
import { readPageData, type SeenPage } from "./read-page-data.ts";
import { bestOf, type ReadyPage, readyPageOf } from "./ready-page.ts";

export type PageHost = {
  reader: Kysely<Schema>;
  now: () => Date;
  hasPlanLimits: boolean;
  /** Null where nobody has said under which address the server is reached. */
  publicUrl: string | null;
  /** Where visitors report a page, as the operator has set it; null for nowhere. */
  reportUrl: string | null;
  large: Pick<LargePages, "make">;
  /** What a page uses of its owner's CSS. */
  cleanedCss: Pick<CleanedCssStore, "of">;
};

/** Pages from the database, as visitors see them. */
export const pagesFrom = (host: PageHost): PageSource => ({
  async findOwner(usernameKey) {
    return (await findUser(host.reader, usernameKey))?.id ?? null;
  },
  make: (usernameKey) => makePage(host, usernameKey, null),
  refine: bestOf,
});

/** A page as the account that looks may see it: their own, though it is hidden from others. Made anew each time. */
export const hiddenPageOf = (
  host: PageHost,
  { username, viewerId }: { username: string; viewerId: string },
): Promise<ReadyPage | null> => makePage(host, username, viewerId);

const makePage = (host: PageHost, username: string, viewerId: string | null): Promise<ReadyPage | null> =>
  host.large.make(
    username.toLowerCase(),
    () => makeNow(host, username, viewerId),
    () => untilCssIsClean(host, username),
  );

async function untilCssIsClean({ reader, cleanedCss }: PageHost, username: string): Promise<void> {
  const owner = await findUser(reader, username.toLowerCase());
  if (owner) await cleanedCss.of(owner.id, (await readSingle(reader, owner.id, "appearance")).customCss);
}

async function makeNow(host: PageHost, username: string, viewerId: string | null): Promise<ReadyPage | null> {
  const { reader, hasPlanLimits, publicUrl, reportUrl, cleanedCss } = host;
  const seen = await readPageData(reader, username, { now: host.now(), hasPlanLimits, viewerId });
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

/** The one that was verified first; what is lost may be somebody else's tomorrow, and is not named. */
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

/** Of owners who are at it now. */
const DRAWN_MAX_BYTES = 4 * 1024 * 1024;
const renderShelf = drawnShelves(DRAWN_MAX_BYTES);

async function draw(
  { page, changesAt }: SeenPage,
  { css, publicUrl, reportUrl, isPublic, domain }: Shown,
): Promise<ReadyPage> {
  const style = pageStyle(page, css);
  const preview = isPublic ? previewPath(planPreview(page)) : null;
  const drawn = await shelvesInSlices(shelvesOf(page), { draw: renderShelf });
  const address = addressOf(page.username, { publicUrl, domain });
  return readyPageOf({
    username: page.username,
    html: pageDocument(page, {
      css: CSS,
      style,
      script: SCRIPT,
      publicUrl,
      address,
      previewPath: preview,
      reportUrl: reportUrl && reportUrlOf(reportUrl, address ?? `/${page.username}`),
      renderShelf: ({ shelf }) => drawn.get(shelf.id) ?? "",
    }),
    policy: pagePolicy(style),
    previewPath: preview,
    validUntilMs: changesAt === null ? null : Date.parse(changesAt),
  });
}

/** A page may be reached by several names; it says itself which one is meant. */
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

/** The operator's address for reports, with the page that is reported: the subject of a mail, or the query parameter `page`. */
function reportUrlOf(reportUrl: string, page: string): string {
  const url = new URL(reportUrl);
  const [name, value] = url.protocol === "mailto:" ? ["subject", `Report: ${page}`] : ["page", page];
  if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  // A mail program shows a plus sign as it is.
  url.search = url.search.replaceAll("+", "%20");
  return url.href;
}
