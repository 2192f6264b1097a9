import * as v from "valibot";
import { categoryIds } from "#rows/category";
import { id } from "#values/id";
import { answersOf, entriesOf, fieldsWith, namesOf, sentOf } from "#rows/field";
import { ITEM_FIELDS, SENT_ITEM_FIELDS } from "#rows/item";
import { UPLOAD_MAX_BYTES } from "#rows/picture";
import { order } from "#values/position";
import { categoryName } from "./categories.ts";
import { jsonField, JSON_MAX_BYTES, route, UPLOAD_REFUSALS } from "./route.ts";

const ANSWERED = { ...SENT_ITEM_FIELDS, ...fieldsWith(ITEM_FIELDS, "rest", "answers") };
export const ANSWERED_ITEM_FIELDS = namesOf(ANSWERED);

export const itemAnswer = v.object({
  id,
  shelfId: id,
  ...answersOf(ANSWERED),
  /** What the page shows, made from one of the two below. */
  imageUrl: v.nullable(v.string()),
  originalImageUrl: v.nullable(v.string()),
  transparentImageUrl: v.nullable(v.string()),
  categories: v.array(categoryName),
  order,
  shelf: v.object({ id, name: v.string(), emoji: v.string() }),
});
export type ItemAnswer = v.InferOutput<typeof itemAnswer>;

const params = v.object({ id });
const sent = {
  ...sentOf(SENT_ITEM_FIELDS),
  categories: v.optional(jsonField(categoryIds)),
};
const required = entriesOf(fieldsWith(SENT_ITEM_FIELDS, "isRequired", true));
const multipart = {
  encoding: "multipart",
  pictureField: "image",
  maxBytes: UPLOAD_MAX_BYTES + JSON_MAX_BYTES,
} as const;

export const itemRoutes = {
  list: route({
    method: "GET",
    path: "/api/items",
    summary: "All items, shelf by shelf, in their order",
    access: "owner",
    answer: v.array(itemAnswer),
  }),
  listOfShelf: route({
    method: "GET",
    path: "/api/shelves/:shelfId/items",
    summary: "A shelf's items, in their order",
    refuses: ["shelf-not-found"],
    access: "owner",
    params: v.object({ shelfId: id }),
    answer: v.array(itemAnswer),
  }),
  create: route({
    method: "POST",
    path: "/api/shelves/:shelfId/items",
    summary: "Adds an item at the end of a shelf",
    refuses: ["shelf-not-found", "account-full", ...UPLOAD_REFUSALS],
    access: "owner",
    params: v.object({ shelfId: id }),
    body: v.object({ ...sent, ...required }),
    ...multipart,
    answer: itemAnswer,
  }),
  update: route({
    method: "PATCH",
    path: "/api/items/:id",
    summary: "Changes the fields of an item that are sent",
    refuses: ["item-not-found", "account-full", ...UPLOAD_REFUSALS],
    access: "owner",
    params,
    body: v.object(sent),
    ...multipart,
    answer: itemAnswer,
  }),
  delete: route({
    method: "DELETE",
    path: "/api/items/:id",
    summary: "Deletes an item",
    refuses: ["item-not-found"],
    access: "owner",
    params,
  }),
  reorder: route({
    method: "PATCH",
    path: "/api/items/:id/reorder",
    summary: "Moves an item to a place, on its shelf or on another",
    refuses: ["item-not-found", "shelf-not-found"],
    access: "owner",
    params,
    body: v.object({ order, shelfId: v.optional(id) }),
    answer: itemAnswer,
  }),
};
