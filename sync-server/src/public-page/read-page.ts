import { pageDocument } from "@shelv/public-page/document.tsx";
import { wholeStyle } from "@shelv/public-page/whole-style";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { planPreview, previewPath } from "#preview/plan-preview";
import { type PageSource } from "./page-cache.ts";
import { CSS, pagePolicy, SCRIPT } from "./page-policy.ts";
import { readPageData, type SeenPage } from "./read-page-data.ts";
import { bestOf, type ReadyPage, readyPage } from "./ready-page.ts";

export type PageHost = {
  reader: Kysely<Schema>;
  now: () => Date;
  hasPlanLimits: boolean;
  /** Null where nobody has said under which address the server is reached. */
  publicUrl: string | null;
};

/** Pages from the database, as visitors see them. */
export const pagesFrom = (host: PageHost): PageSource => ({
  async findOwner(usernameKey) {
    const user = await host.reader.selectFrom("user").select("id").where("username_key", "=", usernameKey).executeTakeFirst();
    return user?.id ?? null;
  },
  make: (usernameKey) => makePage(host, usernameKey, null),
  refine: bestOf,
});

/** A page as the account that looks may see it: their own, though it is hidden from others. Made anew each time. */
export const hiddenPageOf = (host: PageHost, { username, viewerId }: { username: string; viewerId: string }): Promise<ReadyPage | null> =>
  makePage(host, username, viewerId);

async function makePage(host: PageHost, username: string, viewerId: string | null): Promise<ReadyPage | null> {
  const { reader, hasPlanLimits, publicUrl } = host;
  const seen = await readPageData(reader, username, { now: host.now(), hasPlanLimits, viewerId });
  return seen && readyPageOf(seen, { publicUrl, isPublic: viewerId === null });
}

function readyPageOf({ page, changesAt }: SeenPage, { publicUrl, isPublic }: { publicUrl: string | null; isPublic: boolean }): Promise<ReadyPage> {
  const style = wholeStyle(page);
  const preview = isPublic ? previewPath(planPreview(page)) : null;
  return readyPage({
    username: page.username,
    html: pageDocument(page, { css: CSS, style, script: SCRIPT, publicUrl, previewPath: preview }),
    policy: pagePolicy(style),
    previewPath: preview,
    validUntilMs: changesAt === null ? null : Date.parse(changesAt),
  });
}
