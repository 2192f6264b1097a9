import * as v from "valibot";
import { route } from "./route.ts";

/** It is listed and can be restored so long. */
export const DELETED_LISTED_MS = 30 * 24 * 60 * 60_000;
export const DELETED_PAGE_ROWS = 500;

const deletion = v.object({
  table: v.picklist(["shelves", "categories", "items"]),
  row: v.looseObject({ id: v.string() }),
  /** Shared by rows deleted together. */
  deletion: v.string(),
  /** In ms, by the server's clock. */
  deletedAt: v.number(),
});

export const deletionRoutes = {
  list: route({
    method: "GET",
    path: "/api/deletions",
    summary: "Shelves, categories and items that were deleted in the last 30 days, newest first, in pages",
    access: "owner",
    /** `before`: the `next` of the page before. */
    query: v.object({
      before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Must be a page's next"))),
    }),
    answer: v.object({ deletions: v.array(deletion), next: v.nullable(v.string()) }),
  }),
};
