import { pageDocument } from "@shelv/public-page/document.tsx";
import type { Kysely } from "kysely";
import { readPageData } from "#database/read-page-data";
import type { Schema } from "#database/schema";
import { type PageSource } from "./page-cache.ts";
import { CSS, SCRIPT } from "./page-policy.ts";
import { readyPage } from "./ready-page.ts";

/** Pages from the database. `publicUrl` is null where nobody has said under which address the server is reached. */
export const pagesFrom = (reader: Kysely<Schema>, publicUrl: string | null): PageSource => ({
  async findOwner(usernameKey) {
    const user = await reader.selectFrom("user").select("id").where("username_key", "=", usernameKey).executeTakeFirst();
    return user?.id ?? null;
  },
  async make(usernameKey) {
    const page = await readPageData(reader, usernameKey);
    return page && readyPage(page.username, pageDocument(page, { css: CSS, script: SCRIPT, publicUrl }));
  },
});
