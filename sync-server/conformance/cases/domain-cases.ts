import type { RouteCase } from "#conformance/route-case";

export const domainCases: Record<string, RouteCase> = {
  "GET /api/domains": { happy: () => ({}) },
  "POST /api/domains": { happy: () => ({ body: { name: "www.example.com" } }), drawn: {} },
  "DELETE /api/domains/:name": { happy: () => ({ params: { name: "www.example.com" } }) },
};
