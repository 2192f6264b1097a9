import type { RouteCase } from "#conformance/route-case";

import { picture } from "#testing/pictures";

export const userCases: Record<string, RouteCase> = {
  "POST /api/user/upload-avatar": { happy: async () => ({ body: { image: new Blob([await picture("png", { width: 8, height: 8 })]) } }) },
  "GET /api/users/:username": { happy: (world, { username }) => ({ by: world.visitor, params: { username } }) },
  "GET /api/users/:username/shelves": {
    async happy(world, owner) {
      await world.some(owner, "item");
      return { by: world.visitor, params: { username: owner.username } };
    },
  },
};
