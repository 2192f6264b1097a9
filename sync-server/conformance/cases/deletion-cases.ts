import type { RouteCase } from "#conformance/route-case";

export const deletionCases: Record<string, RouteCase> = {
  "GET /api/deletions": {
    happy: async (world, owner) => {
      await owner.browser.delete(`/api/shelves/${await world.some(owner, "shelf")}`);
      return {};
    },
  },
};
