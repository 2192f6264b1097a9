import type { RouteCase } from "#conformance/route-case";

export const docsCases: Record<string, RouteCase> = {
  "GET /api/openapi.json": { happy: () => ({}) },
  "GET /api/docs": { happy: () => ({}) },
};
