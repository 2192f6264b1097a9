import * as v from "valibot";
import { id } from "#values/id";
import { IMPORT_MAX_BYTES, importAnswer } from "#export";
import { signInCode } from "#sign-in";
import { route } from "./route.ts";
import { PLAN_NAMES } from "#rows/plan";

export const accountRoutes = {
  /** Only the account's own devices know its id, which cannot be guessed. */
  exists: route({
    method: "GET",
    path: "/api/accounts/:id",
    summary: "Whether an account that this browser opened before still exists",
    access: "owner",
    params: v.object({ id }),
    answer: v.object({ exists: v.boolean() }),
  }),
  sendDeletionCode: route({
    method: "POST",
    path: "/api/user/deletion-code",
    summary: "Sends the code that confirms the account's deletion to the account's own address",
    refuses: ["mail-not-sent", "mail-refused", "too-many"],
    access: "owner",
  }),
  delete: route({
    method: "DELETE",
    path: "/api/user",
    summary: "Deletes the account with everything in it, given the code that was sent to this session",
    refuses: ["code-wrong", "code-expired", "too-many"],
    access: "owner",
    body: v.object({ code: signInCode }),
  }),
  sendExportCode: route({
    method: "POST",
    path: "/api/user/export-code",
    summary: "Sends the code that confirms an export to the account's own address",
    refuses: ["mail-not-sent", "mail-refused", "too-many"],
    access: "owner",
  }),
  confirmExport: route({
    method: "POST",
    path: "/api/user/export-confirmation",
    summary: "Lets this session export for ten minutes, given the code that was sent to it",
    refuses: ["code-wrong", "code-expired", "too-many"],
    access: "owner",
    body: v.object({ code: signInCode }),
  }),
  export: route({
    method: "GET",
    path: "/api/user/export",
    summary:
      "Everything the account has, as a zip with its pictures, in a session that a code has confirmed for it",
    refuses: ["export-unconfirmed", "too-many", "busy"],
    access: "owner",
    answerType: "application/zip",
  }),
  /** The body is the zip. Invalid content rejects all of it; `skipped` lists missing pictures. */
  import: route({
    method: "POST",
    path: "/api/user/import",
    summary: "Takes an export back into an account without shelves",
    refuses: [
      "account-not-empty",
      "account-full",
      "export-over-plan",
      "export-too-large",
      "export-unreadable",
      "too-slow",
      "too-many",
      "busy",
    ],
    access: "owner",
    encoding: "stream",
    maxBytes: IMPORT_MAX_BYTES,
    answer: importAnswer,
  }),
};

const planAnswer = v.object({
  plan: v.picklist(PLAN_NAMES),
  trialEndsAt: v.nullable(v.string()),
  isPlanFixed: v.boolean(),
  /** Null for no limit. */
  maxShelves: v.nullable(v.number()),
});

export const planRoutes = {
  read: route({
    method: "GET",
    path: "/api/user/plan",
    summary: "The plan that holds now, and until when",
    access: "owner",
    answer: planAnswer,
  }),
  choose: route({
    method: "PUT",
    path: "/api/user/plan",
    summary: "Chooses a plan: the first paid one begins the account's one trial",
    refuses: ["trial-over", "plan-fixed"],
    access: "owner",
    body: v.object({ plan: v.picklist(PLAN_NAMES) }),
    answer: planAnswer,
  }),
};
