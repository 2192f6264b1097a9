import type { RouteCase } from "#conformance/route-case";

const ids = { id: "shelf" } as const;

export const shelfCases: Record<string, RouteCase> = {
  "GET /api/shelves": { happy: () => ({}) },
  "POST /api/shelves": { happy: () => ({ body: { name: "Books", description: "Read", emoji: "📚" } }) },
  "PATCH /api/shelves/:id": {
    ids,
    happy: async (world, owner) => ({
      params: { id: await world.some(owner, "shelf") },
      body: { name: "Films", description: "Seen", emoji: "🎬" },
    }),
  },
  "DELETE /api/shelves/:id": {
    ids,
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "shelf") } }),
  },
  "PATCH /api/shelves/:id/reorder": {
    ids,
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "shelf") }, body: { order: 0 } }),
  },
};
