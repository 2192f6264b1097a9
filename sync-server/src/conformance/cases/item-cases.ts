import type { RouteCase } from "#conformance/route-case";
import { picture } from "#testing/pictures";

const ids = { id: "item" } as const;
const fields = { title: "Mug", url: "https://example.org/mug", description: "Blue", price: "5 €", emoji: "☕" };
const image = async () => new Blob([await picture("png", { width: 8, height: 8 })], { type: "image/png" });

export const itemCases: Record<string, RouteCase> = {
  "GET /api/items": { happy: () => ({}) },
  "GET /api/shelves/:shelfId/items": {
    ids: { shelfId: "shelf" },
    happy: async (world, owner) => ({ params: { shelfId: await world.some(owner, "shelf") } }),
  },
  "POST /api/shelves/:shelfId/items": {
    ids: { shelfId: "shelf" },
    happy: async (world, owner) => ({ params: { shelfId: await world.some(owner, "shelf") }, body: { ...fields, image: await image() } }),
  },
  "PATCH /api/items/:id": {
    ids,
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "item") }, body: { ...fields, image: await image() } }),
  },
  "DELETE /api/items/:id": { ids, happy: async (world, owner) => ({ params: { id: await world.some(owner, "item") } }) },
  "PATCH /api/items/:id/reorder": {
    ids: { ...ids, "body.shelfId": "shelf" },
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "item") }, body: { order: 0, shelfId: await world.make(owner, "shelf") },
    }),
  },
};
