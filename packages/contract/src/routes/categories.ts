import * as v from "valibot";
import { categoryFields } from "#rows/category";
import { id } from "#values/id";
import { order } from "#values/position";
import { route } from "./route.ts";

export const categoryName = v.object({ id, name: v.string() });

const categoryAnswer = v.object({ ...categoryName.entries, shelfId: id, order });
export type CategoryAnswer = v.InferOutput<typeof categoryAnswer>;

const params = v.object({ id });

export const categoryRoutes = {
  listOfShelf: route({
    method: "GET",
    path: "/api/shelves/:id/categories",
    summary: "A shelf's categories, in their order",
    refuses: ["shelf-not-found"],
    access: "owner",
    params,
    answer: v.array(categoryAnswer),
  }),
  listOfItem: route({
    method: "GET",
    path: "/api/items/:id/categories",
    summary: "The categories of its shelf that an item is in",
    refuses: ["item-not-found"],
    access: "owner",
    params,
    answer: v.array(categoryAnswer),
  }),
  create: route({
    method: "POST",
    path: "/api/shelves/:id/categories",
    summary:
      "Adds a category at the end of a shelf's; one with this name that is there already is the answer",
    refuses: ["shelf-not-found", "account-full"],
    access: "owner",
    params,
    body: categoryFields,
    answer: categoryAnswer,
  }),
  update: route({
    method: "PATCH",
    path: "/api/categories/:id",
    summary: "Renames a category; two of one name become one, and that is the answer",
    refuses: ["category-not-found"],
    access: "owner",
    params,
    body: v.partial(categoryFields),
    answer: categoryAnswer,
  }),
  reorder: route({
    method: "PATCH",
    path: "/api/categories/:id/reorder",
    summary: "Moves a category to a place among its shelf's",
    refuses: ["category-not-found"],
    access: "owner",
    params,
    body: v.object({ order }),
    answer: categoryAnswer,
  }),
  delete: route({
    method: "DELETE",
    path: "/api/categories/:id",
    summary: "Deletes a category; its items stay, without it",
    refuses: ["category-not-found"],
    access: "owner",
    params,
  }),
};
