import { fieldsWith, namesOf } from "@shelv/contract/rows/field";
import { SENT_ITEM_FIELDS } from "@shelv/contract/rows/item";
import type { RouteCase } from "#conformance/route-case";
import { imageFile } from "#testing/pictures";
import type { Owner, World } from "#conformance/world";

const ids = { id: "item" } as const;
/** The texts that REST takes of an item. */
export const ITEM_TEXTS = namesOf(fieldsWith(SENT_ITEM_FIELDS, "setIn", "form")).filter(
  (field) => field !== "object",
);
export const newItemFields = {
  ...Object.fromEntries(ITEM_TEXTS.map((field) => [field, "Blue"])),
  url: "https://example.org/mug",
  object: "mug",
};
const categories = async (world: World, owner: Owner) =>
  JSON.stringify([await world.some(owner, "category")]);
const ofItsShelf = { leavesOut: ["body.categories.0"] };

export const itemCases: Record<string, RouteCase> = {
  "GET /api/items": { happy: () => ({}) },
  "GET /api/shelves/:shelfId/items": {
    ids: { shelfId: "shelf" },
    happy: async (world, owner) => ({ params: { shelfId: await world.some(owner, "shelf") } }),
  },
  "POST /api/shelves/:shelfId/items": {
    ids: { shelfId: "shelf", "body.categories.0": "category" },
    ...ofItsShelf,
    happy: async (world, owner) => ({
      params: { shelfId: await world.some(owner, "shelf") },
      body: { ...newItemFields, categories: await categories(world, owner), image: await imageFile() },
    }),
  },
  "PATCH /api/items/:id": {
    ids: { ...ids, "body.categories.0": "category" },
    ...ofItsShelf,
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "item") },
      body: { ...newItemFields, categories: await categories(world, owner), image: await imageFile() },
    }),
  },
  "DELETE /api/items/:id": {
    ids,
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "item") } }),
  },
  "PATCH /api/items/:id/reorder": {
    ids: { ...ids, "body.shelfId": "shelf" },
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "item") },
      body: { order: 0, shelfId: await world.make(owner, "shelf") },
    }),
  },
};
