import type { RouteCase } from "#conformance/route-case";

export const backgroundModelCases: Record<string, RouteCase> = {
  "GET /api/background-model": { happy: () => ({}) },
};
