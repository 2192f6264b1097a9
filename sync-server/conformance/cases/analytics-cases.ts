import * as fc from "fast-check";
import { SERIES_UNITS } from "@shelv/contract/analytics";
import { DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import type { RouteCase } from "#conformance/route-case";
import { visit } from "#conformance/visit";

const name = fc.constantFrom("ada", "eve", "nobody");
const itemIds = { "body.itemId": null, "body.events.0.itemId": null } as const;

const afterAVisit: RouteCase = {
  async happy(world, owner) {
    await visit(world, owner, await world.some(owner, "item"));
    return {};
  },
};

const inRange = {
  from: fc.constantFrom("2026-02-10", "2026-02-20", "2020-01-01"),
  to: fc.constantFrom("2026-02-21", "2026-03-01", "2026-01-01"),
};
const units = { unit: fc.constantFrom(...SERIES_UNITS) };
const dimensions = fc.constantFrom(...DIMENSIONS);
const filtered = fc.record({
  filterBy: dimensions,
  filterValue: fc.constantFrom("", "Instagram", "DE", "x"),
});
const optional = { requiredKeys: [] };
const withFilter = (queries: fc.Arbitrary<object>) =>
  fc.tuple(queries, fc.option(filtered, { freq: 2 })).map(([query, filter]) => ({ ...query, ...filter }));

const inPro = (query: Record<string, string>): RouteCase => ({
  async happy(world, owner) {
    await owner.browser.put("/api/user/plan", { plan: "pro" });
    await visit(world, owner, await world.some(owner, "item"));
    return { query };
  },
});

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
      referrer: null,
      utm: null,
      events: null,
      "events.0.username": name,
    },
  },
  "GET /api/analytics/summary": afterAVisit,
  "GET /api/analytics/shelves": afterAVisit,
  "GET /api/analytics/popular-items": afterAVisit,
  "GET /api/analytics/activities": afterAVisit,
  "GET /api/overview": afterAVisit,
  "GET /api/analytics/series": {
    ...inPro({ days: "7" }),
    queries: withFilter(
      fc.record({ ...inRange, ...units, days: fc.constantFrom("1", "30", "365") }, optional),
    ),
  },
  "GET /api/analytics/breakdown": {
    ...inPro({ by: "referrer" }),
    queries: withFilter(fc.record({ ...inRange, by: dimensions }, { requiredKeys: ["by"] })),
  },
  "GET /api/analytics/export.csv": inPro({ from: "2026-02-01", to: "2026-03-01" }),
  "GET /api/overview/range": {
    ...inPro({ from: "2026-02-20", to: "2026-03-01", unit: "week" }),
    queries: withFilter(fc.record({ ...inRange, ...units }, optional)),
  },
  "POST /api/items/:id/count-resets": {
    ids: { id: "item" },
    happy: async (world, owner) => ({ params: { id: await world.some(owner, "item") } }),
  },
  "DELETE /api/items/:id/count-resets/:resetId": {
    ids: { id: "item", resetId: null },
    async happy(world, owner) {
      const id = await world.some(owner, "item");
      const answer = await owner.browser.post(`/api/items/${id}/count-resets`, {});
      return { params: { id, resetId: ((await answer.json()) as { id: string }).id } };
    },
  },
};
