import type { RouteCase } from "#conformance/route-case";

const ids = { id: "category" } as const;

export const categoryCases: Record<string, RouteCase> = {
  "GET /api/shelves/:id/categories": {
    ids: { id: "shelf" },
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "shelf") } }),
  },
  "GET /api/items/:id/categories": {
    ids: { id: "item" },
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "item") } }),
  },
  "POST /api/shelves/:id/categories": {
    ids: { id: "shelf" },
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "shelf") },
      body: { name: "Read" },
    }),
  },
  "PATCH /api/categories/:id": {
    ids,
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "category") },
      body: { name: "Unread" },
    }),
  },
  "PATCH /api/categories/:id/reorder": {
    ids,
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "category") },
      body: { order: 0 },
    }),
  },
  "DELETE /api/categories/:id": {
    ids,
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "category") } }),
  },
};
