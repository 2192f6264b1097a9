import { isDeepStrictEqual } from "node:util";
import { OWNER_TABLES, type OwnerTable } from "@shelv/contract/owner-tables";
import { SYNC_SCHEMA, type SyncResponse } from "@shelv/contract/sync";
import * as v from "valibot";
import type { RouteCase } from "#conformance/route-case";
import { sha256Of } from "#images/store-picture";
import { picture } from "#testing/pictures";

export const syncCases: Record<string, RouteCase> = {
  "POST /api/sync": {
    ids: { "body.clientId": null },
    happy: (_, { userId, clientId }) => ({
      headers: { "X-User": userId },
      body: { schema: SYNC_SCHEMA, clientId, epoch: null, cursor: 0, ack: 0, pull: true, continues: false, mutations: [] },
    }),
    isPromised: ({ json }) => (json as SyncResponse).rows.every(({ table, row }) =>
      isDeepStrictEqual(v.parse(OWNER_TABLES[table as OwnerTable], row), row)),
  },
  "GET /api/sync/events": {
    happy: () => ({}),
    isPromised: ({ headers }) => headers.get("Content-Type") === "text/event-stream",
  },
  "HEAD /api/blobs/:sha256": {
    ids: { sha256: "picture" },
    happy: async (world, owner) => ({ headers: { "X-User": owner.userId }, params: { sha256: await world.some(owner, "picture") } }),
  },
  "PUT /api/blobs/:sha256": {
    ids: { sha256: null },
    async happy(_, { userId }) {
      const bytes = await picture("png", { width: 8, height: 8 });
      return { headers: { "X-User": userId }, params: { sha256: sha256Of(bytes) }, body: bytes };
    },
  },
};
