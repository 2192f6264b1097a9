import { isDeepStrictEqual } from "node:util";
import { OWNER_TABLES, type OwnerTable } from "@shelv/contract/owner-tables";
import { NO_OP, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import * as v from "valibot";
import type { RouteCase, Sending } from "#conformance/route-case";
import { sha256Of } from "#images/store-picture";
import { picture } from "#testing/pictures";
import { drawnMutations } from "./drawn-mutations.ts";

export const syncCases: Record<string, RouteCase> = {
  "POST /api/sync": {
    ids: { "body.clientId": null, "body.mutations.0.opId": null },
    async happy(_, { browser, userId, clientId }) {
      const headers = { "X-User": userId };
      const body = {
        schema: SYNC_SCHEMA,
        clientId,
        epoch: null,
        cursor: 0,
        ack: 0,
        pull: false,
        continues: false,
        mutations: [],
      };
      const { epoch, lastMid } = (await (
        await browser.post("/api/sync", body, headers)
      ).json()) as SyncResponse;
      return {
        headers,
        body: { ...body, epoch, pull: true, mutations: [{ mid: lastMid + 1, name: NO_OP, v: 1, args: {} }] },
      };
    },
    drawn: { mutations: drawnMutations, pull: null, ack: null },
    finish: numbered,
    isPromised: ({ json }) =>
      (json as SyncResponse).rows.every(({ table, row }) =>
        isDeepStrictEqual(v.parse(OWNER_TABLES[table as OwnerTable], row), row),
      ),
  },
  "GET /api/sync/events": {
    happy: (_, { userId, clientId }) => ({ query: { client: clientId, user: userId } }),
    // Nobody is refused so surely as a user drawn from all there could be.
    finish: (drawn, { query }) => ({
      ...drawn,
      query: { ...drawn.query, ...(drawn.query?.user ? { user: query?.user ?? "" } : {}) },
    }),
    isPromised: ({ headers }) => headers.get("Content-Type") === "text/event-stream",
  },
  "HEAD /api/blobs/:sha256": {
    ids: { sha256: "picture" },
    happy: async (world, owner) => ({
      headers: { "X-User": owner.userId },
      params: { sha256: await world.some(owner, "picture") },
    }),
  },
  "PUT /api/blobs/:sha256": {
    ids: { sha256: null },
    async happy(_, { userId }) {
      const bytes = await picture("png", { width: 8, height: 8 });
      return { headers: { "X-User": userId }, params: { sha256: sha256Of(bytes) }, body: bytes };
    },
  },
};

/** Drawn mutations take the numbers that come next. */
function numbered(drawn: Sending, happy: Sending): Sending {
  const next = (happy.body as SyncRequest).mutations[0]?.mid ?? 1;
  const body = drawn.body as SyncRequest;
  return {
    ...drawn,
    body: { ...body, mutations: body.mutations.map((mutation, at) => ({ ...mutation, mid: next + at })) },
  };
}
