import * as fc from "fast-check";
import type { RouteCase } from "#conformance/route-case";
import type { Owner, World } from "#conformance/world";

const ONE_HOUR_MS = 60 * 60_000;

async function withRoom({ server }: World, { browser }: Owner): Promise<void> {
  server.wait(ONE_HOUR_MS);
  const { tokens } = (await (await browser.get("/api/capture-tokens")).json()) as {
    tokens: { id: string }[];
  };
  for (const { id } of tokens) await browser.delete(`/api/capture-tokens/${id}`);
}

async function freshToken(world: World, owner: Owner): Promise<{ id: string; token: string }> {
  await withRoom(world, owner);
  return (await (await owner.browser.post("/api/capture-tokens", { name: "Phone" })).json()) as {
    id: string;
    token: string;
  };
}

export const linkCases: Record<string, RouteCase> = {
  "POST /api/link-details": {
    async happy(world) {
      world.server.wait(ONE_HOUR_MS);
      return { body: { url: `${world.siteUrl}/page` } };
    },
    // Generated addresses would leave the machine.
    drawn: {},
  },
  "POST /api/link-details/picture": {
    async happy(world) {
      world.server.wait(ONE_HOUR_MS);
      return { body: { imageUrl: `${world.siteUrl}/picture.png`, icon: null, color: "#ffffff" } };
    },
    drawn: { color: null },
  },
  "GET /api/capture-tokens": { happy: () => ({}) },
  "POST /api/capture-tokens": {
    async happy(world, owner) {
      await withRoom(world, owner);
      return { body: { name: "Phone" } };
    },
  },
  "DELETE /api/capture-tokens/:id": {
    ids: { id: null },
    happy: async (world, owner) => ({ params: { id: (await freshToken(world, owner)).id } }),
  },
  "POST /api/capture": {
    ids: { "body.shelfId": "shelf" },
    isForAnySite: true,
    drawn: { url: fc.webUrl(), title: null, text: null, price: null, imageUrl: null, shelfId: null },
    async happy(world, owner) {
      const shelfId = await world.some(owner, "shelf");
      const { token } = await freshToken(world, owner);
      return {
        headers: { Authorization: `Bearer ${token}` },
        body: { url: "https://example.org/mug", title: "Mug", shelfId },
      };
    },
  },
};
