import * as fc from "fast-check";
import type { RouteCase } from "#conformance/route-case";
import { visit } from "#conformance/visit";

const name = fc.constantFrom("ada", "eve", "nobody");
/** Any item id: one that is not on the page is not counted, and the answer does not say so. */
const itemIds = { "body.itemId": null, "body.events.0.itemId": null } as const;

const afterAVisit: RouteCase = {
  async happy(world, owner) {
    await visit(world, owner, await world.some(owner, "item"));
    return {};
  },
};

export const analyticsCases: Record<string, RouteCase> = {
  "POST /api/analytics/track": {
    ids: itemIds,
    happy: async (world, owner) => ({
      by: world.server.browser(),
      body: { username: owner.username, eventType: "click", itemId: await world.some(owner, "item") },
    }),
    drawn: {
      username: name,
      eventType: null,
      itemId: null,
      at: null,
      events: null,
      "events.0.username": name,
    },
  },
  "GET /api/analytics/summary": afterAVisit,
  "GET /api/analytics/shelves": afterAVisit,
  "GET /api/analytics/popular-items": afterAVisit,
  "GET /api/analytics/activities": afterAVisit,
  "GET /api/overview": afterAVisit,
  "GET /api/analytics/series": { happy: () => ({ query: { days: "7" } }) },
};
