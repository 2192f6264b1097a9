import * as v from "valibot";
import { id } from "#values/id";
import { pictureSha, UPLOAD_MAX_BYTES } from "#rows/picture";
import { SYNC_MAX_BODY_BYTES, SYNC_MAX_BODY_DEPTH, syncRequest, syncResponse } from "#sync";
import { route, UPLOAD_REFUSALS } from "./route.ts";

/** "Something changed": with `PokeBody`, or anything else to make the device pull. */
export const POKE_EVENT = "poke";

const params = v.object({ sha256: pictureSha });

export const syncRoutes = {
  exchange: route({
    method: "POST",
    path: "/api/sync",
    summary: "Takes a device's changes and answers what it has to know",
    refuses: ["client-outdated", "server-outdated", "too-many"],
    access: "owner",
    mustNameUser: true,
    body: syncRequest,
    maxBytes: SYNC_MAX_BODY_BYTES,
    maxDepth: SYNC_MAX_BODY_DEPTH,
    takesGzip: true,
    answer: syncResponse,
  }),
  events: route({
    method: "GET",
    path: "/api/sync/events",
    summary: "Server-sent events that say that something changed",
    answerType: "text/event-stream",
    access: "owner",
    /**
     * `client`: the device, which gets no pokes for its own changes. Rows are included only if `user` names
     * the signed-in account.
     */
    query: v.object({ client: v.optional(id), user: v.optional(id) }),
  }),
  hasBlob: route({
    method: "HEAD",
    path: "/api/blobs/:sha256",
    summary: "Whether the owner has uploaded a picture: 204, else 404",
    access: "owner",
    mustNameUser: true,
    params,
  }),
  putBlob: route({
    method: "PUT",
    path: "/api/blobs/:sha256",
    summary: "Uploads a picture under the SHA-256 of its bytes",
    refuses: UPLOAD_REFUSALS,
    access: "owner",
    mustNameUser: true,
    params,
    encoding: "bytes",
    maxBytes: UPLOAD_MAX_BYTES,
  }),
};
