import * as v from "valibot";
import { CAPTURE_MAX_BYTES, captured, captureTokenName } from "#links/capture";
import { id } from "#values/id";
import { route } from "./route.ts";

const tokenAnswer = v.object({
  id,
  name: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type CaptureTokenAnswer = v.InferOutput<typeof tokenAnswer>;

export const captureRoutes = {
  listTokens: route({
    method: "GET",
    path: "/api/capture-tokens",
    summary: "The owner's capture tokens, newest first, without their secrets",
    access: "owner",
    answer: v.object({ tokens: v.array(tokenAnswer) }),
  }),
  createToken: route({
    method: "POST",
    path: "/api/capture-tokens",
    summary: "Makes a token that can only add items; only this answer shows it",
    refuses: ["capture-token-limit", "too-many"],
    access: "owner",
    body: v.object({ name: captureTokenName }),
    answer: v.object({ ...tokenAnswer.entries, token: v.string() }),
  }),
  deleteToken: route({
    method: "DELETE",
    path: "/api/capture-tokens/:id",
    summary: "Revokes a token, whether it is there or not",
    access: "owner",
    params: v.object({ id }),
  }),
  capture: route({
    method: "POST",
    path: "/api/capture",
    summary: "Adds an item with what was captured; the page fills in the rest",
    refuses: [
      "capture-token-wrong",
      "capture-without-link",
      "capture-without-shelf",
      "shelf-not-found",
      "account-full",
      "too-many",
      "busy",
    ],
    access: "anyone",
    needsCaptureToken: true,
    body: captured,
    maxBytes: CAPTURE_MAX_BYTES,
    answer: v.object({
      id,
      shelfId: id,
      title: v.string(),
      url: v.string(),
      /** An older item with the same link; this one was added all the same. */
      duplicateOf: v.nullable(v.object({ id, title: v.string() })),
    }),
  }),
};
