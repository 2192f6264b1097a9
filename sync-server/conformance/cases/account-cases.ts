import type { Answer } from "#conformance/answer";
import type { RouteCase } from "#conformance/route-case";
import type { Owner, World } from "#conformance/world";
import { unsubscribeToken } from "#mail/digest/unsubscribe-token";
import { confirmExport } from "#testing/confirm-export";

const isPage = ({ status, headers }: Answer) =>
  status === 200 && headers.get("Content-Type") === "text/html; charset=UTF-8";
const asReader = ({ server }: World, { userId }: Owner) => ({
  by: server.browser(),
  params: { token: unsubscribeToken(server.services.secret, userId) },
});

const ONE_HOUR_MS = 60 * 60_000;

export const accountCases: Record<string, RouteCase> = {
  "GET /api/accounts/:id": {
    happy: (_, { userId }) => ({ params: { id: userId } }),
    ids: { id: null },
  },
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
  "POST /api/user/export-code": {
    happy({ server }) {
      server.wait(ONE_HOUR_MS);
      return {};
    },
  },
  "POST /api/user/export-confirmation": {
    async happy(world) {
      const { browser } = await world.owner();
      await browser.post("/api/user/export-code");
      return { by: browser, body: { code: await world.server.codeFor(world.addresses.at(-1) ?? "") } };
    },
    drawn: {},
  },
  "GET /api/user/export": {
    async happy({ server }, { browser }) {
      server.wait(ONE_HOUR_MS);
      await confirmExport(server, browser);
      return {};
    },
    isPromised: ({ headers, text }) =>
      headers.get("Content-Type") === "application/zip" && text.startsWith("PK"),
    holdsAddress: true,
  },
  "POST /api/user/import": {
    async happy(world) {
      const { browser } = await world.owner();
      await confirmExport(world.server, browser);
      return {
        by: browser,
        body: new Uint8Array(await (await browser.get("/api/user/export")).arrayBuffer()),
      };
    },
  },
  "GET /api/unsubscribe/:token": { happy: asReader, isPromised: isPage },
  "POST /api/unsubscribe/:token": { happy: asReader, isPromised: isPage, isForAnySite: true },
};
