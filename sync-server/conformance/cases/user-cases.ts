import type { RouteCase } from "#conformance/route-case";

export const userCases: Record<string, RouteCase> = {
  "GET /api/users/:username": {
    happy: (world, { username }) => ({ by: world.visitor, params: { username } }),
  },
  "GET /api/users/:username/shelves": {
    async happy(world, owner) {
      await world.some(owner, "item");
      return { by: world.visitor, params: { username: owner.username } };
    },
  },
};
