import * as v from "valibot";
import { signInCode } from "#sign-in";
import { route } from "./route.ts";

export const accountRoutes = {
  sendDeletionCode: route({
    method: "POST", path: "/api/user/deletion-code",
    summary: "Sends the code that confirms the account's deletion to the account's own address",
    refuses: ["mail-not-sent", "too-many"],
    access: "owner",
  }),
  delete: route({
    method: "DELETE", path: "/api/user",
    summary: "Deletes the account with everything in it, given the code that was sent to this session",
    refuses: ["code-wrong", "code-expired", "too-many"],
    access: "owner", body: v.object({ code: signInCode }),
  }),
};
