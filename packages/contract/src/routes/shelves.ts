import * as v from "valibot";
import { id } from "#values/id";
import { order } from "#values/position";
import { shelfFields } from "#rows/shelf";
import { categoryName } from "./categories.ts";
import { itemAnswer } from "./items.ts";
import { route } from "./route.ts";

const shelfAnswer = v.object({
  id,
  name: v.string(),
  description: v.string(),
  emoji: v.string(),
  order,
  itemCount: v.number(),
  categories: v.array(categoryName),
  /** In the owner's order. */
  items: v.array(v.omit(itemAnswer, ["shelf"])),
});
export type ShelfAnswer = v.InferOutput<typeof shelfAnswer>;

const { name, description, emoji } = shelfFields.entries;
const params = v.object({ id });

export const shelfRoutes = {
  list: route({
    method: "GET",
    path: "/api/shelves",
    summary: "All shelves, in their order",
    access: "owner",
    answer: v.array(shelfAnswer),
  }),
  create: route({
    method: "POST",
    path: "/api/shelves",
    summary: "Adds a shelf under the others",
    refuses: ["shelf-limit", "account-full"],
    access: "owner",
    body: v.object({ name, description: v.optional(description), emoji: v.optional(emoji) }),
    answer: shelfAnswer,
  }),
  update: route({
    method: "PATCH",
    path: "/api/shelves/:id",
    summary: "Changes the fields of a shelf that are sent",
    refuses: ["shelf-not-found"],
    access: "owner",
    params,
    body: v.partial(shelfFields),
    answer: shelfAnswer,
  }),
  delete: route({
    method: "DELETE",
    path: "/api/shelves/:id",
    summary: "Deletes a shelf with its items",
    refuses: ["shelf-not-found"],
    access: "owner",
    params,
  }),
  reorder: route({
    method: "PATCH",
    path: "/api/shelves/:id/reorder",
    summary: "Moves a shelf to a place among the others",
    refuses: ["shelf-not-found"],
    access: "owner",
    params,
    body: v.object({ order }),
    answer: shelfAnswer,
  }),
};

/** How long a deleted row is listed and can be restored. */
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
