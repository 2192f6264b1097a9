import type { Answer } from "#conformance/answer";
import type { RouteCase } from "#conformance/route-case";

const ONE_HOUR_MS = 60 * 60_000;

const leadsToLogin = ({ status, headers }: Answer) =>
  status === 303 && (headers.get("Location") ?? "").startsWith("/login?");

export const authCases: Record<string, RouteCase> = {
  "GET /api/auth/me": { happy: () => ({}) },
  "POST /api/auth/send-code": {
    happy({ server }) {
      server.wait(ONE_HOUR_MS);
      return { by: server.browser(), body: { email: "somebody@post.example" } };
    },
    drawn: {},
  },
  "POST /api/auth/verify-code": {
    async happy({ server }) {
      server.wait(ONE_HOUR_MS);
      const by = server.browser();
      await by.post("/api/auth/send-code", { email: "somebody@post.example" });
      return { by, body: { code: await server.codeFor("somebody@post.example") } };
    },
    drawn: {},
  },
  "POST /api/auth/complete-registration": {
    happy: async (world) => ({
      by: await world.newcomer(),
      body: { username: `name-${world.addresses.length}`, displayName: "Somebody" },
    }),
    drawn: { displayName: null },
  },
  "GET /api/auth/providers": { happy: () => ({}) },
  "GET /api/auth/social/:provider": {
    happy: () => ({ params: { provider: "google" } }),
    isPromised: leadsToLogin,
  },
  "GET /api/auth/callback/:provider": {
    happy: () => ({ params: { provider: "google" }, query: { state: "x", code: "x" } }),
    isPromised: leadsToLogin,
  },
  "POST /api/auth/callback/:provider": {
    happy: () => ({ params: { provider: "apple" }, body: { state: "x", code: "x" } }),
    isPromised: leadsToLogin,
    isForAnySite: true,
  },
  "POST /api/auth/logout": { happy: async (world) => ({ by: await world.newcomer() }) },
  "GET /api/check-username/:username": { happy: () => ({ params: { username: "free-name" } }) },
};
