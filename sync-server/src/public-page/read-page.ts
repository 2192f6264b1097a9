import { pageDocument } from "@shelv/public-page/document.tsx";
import type { PageData } from "@shelv/public-page/page-data";
import type { Kysely } from "kysely";
import { readPageData } from "#database/read-page-data";
import type { Schema } from "#database/schema";
import { type PageSource } from "./page-cache.ts";
import { CSS, SCRIPT } from "./page-policy.ts";
import { type ReadyPage, readyPage } from "./ready-page.ts";

/** Pages from the database. `publicUrl` is null where nobody has said under which address the server is reached. */
export const pagesFrom = (reader: Kysely<Schema>, publicUrl: string | null): PageSource => ({
  async findOwner(usernameKey) {
    const user = await reader.selectFrom("user").select("id").where("username_key", "=", usernameKey).executeTakeFirst();
    return user?.id ?? null;
  },
  async make(usernameKey) {
    return readyPageOf(await readPageData(reader, usernameKey), publicUrl);
  },
});

/** A page as the account that looks may see it: their own, though it is hidden from others. Made anew each time. */
export async function hiddenPageOf(
  reader: Kysely<Schema>, { username, viewerId, publicUrl }: { username: string; viewerId: string; publicUrl: string | null },
): Promise<ReadyPage | null> {
  return readyPageOf(await readPageData(reader, username, viewerId), publicUrl);
}

const readyPageOf = async (page: PageData | null, publicUrl: string | null): Promise<ReadyPage | null> =>
  page && readyPage(page.username, pageDocument(page, { css: CSS, script: SCRIPT, publicUrl }));
