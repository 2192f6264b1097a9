import { isDeepStrictEqual } from "node:util";
import { id } from "@shelv/contract/values/id";
import { OWNER_TABLES, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import { pictureSha } from "@shelv/contract/rows/picture";
import { NO_OP, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { type MutationName, MUTATORS } from "@shelv/mutators/mutations";
import * as fc from "fast-check";
import * as v from "valibot";
import { arbitraryOf } from "#conformance/arbitrary-of";
import { Pick } from "#conformance/pick";
import type { RouteCase, Sending } from "#conformance/route-case";
import { sha256Of } from "#pictures/store-picture";
import { picture } from "#testing/pictures";
import { MUTATION_CASES } from "./mutation-cases.ts";

const drawnMutations: fc.Arbitrary<unknown> = fc.array(
  fc.oneof(
    ...(Object.keys(MUTATORS) as MutationName[]).map((name) =>
      fc.record({ name: fc.constant(name), v: fc.constant(MUTATORS[name].v), args: drawnArgs(name) }),
    ),
  ),
  { maxLength: 5 },
);

function drawnArgs(name: MutationName): fc.Arbitrary<unknown> {
  const ids = MUTATION_CASES[name]?.ids ?? {};
  return arbitraryOf(MUTATORS[name].args, (schema, at) => {
    const kind = schema === id || schema === pictureSha ? ids[at] : undefined;
    return kind ? fc.nat({ max: 20 }).map((nth) => new Pick(nth, kind)) : undefined;
  });
}

export const syncCases: Record<string, RouteCase> = {
  "POST /api/sync": {
    ids: { "body.clientId": null, "body.wantsAfter": null, "body.mutations.0.opId": null },
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
    // A random user id is always refused.
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

function numbered(drawn: Sending, happy: Sending): Sending {
  const next = (happy.body as SyncRequest).mutations[0]?.mid ?? 1;
  const body = drawn.body as SyncRequest;
  return {
    ...drawn,
    body: { ...body, mutations: body.mutations.map((mutation, at) => ({ ...mutation, mid: next + at })) },
  };
}
