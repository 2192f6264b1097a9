import type { RouteCase } from "#conformance/route-case";

const ONE_HOUR_MS = 60 * 60_000;

export const accountCases: Record<string, RouteCase> = {
  "POST /api/user/deletion-code": {
    happy({ server }) {
      server.wait(ONE_HOUR_MS);
      return {};
    },
  },
  "DELETE /api/user": {
    async happy(world) {
      const { browser } = await world.owner();
      await browser.post("/api/user/deletion-code");
      return { by: browser, body: { code: await world.server.codeFor(world.addresses.at(-1) ?? "") } };
    },
    drawn: {},
  },
};
