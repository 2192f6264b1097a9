import * as v from "valibot";
import { PLAN_NAMES } from "#plan";
import { route } from "./route.ts";

const planAnswer = v.object({
  /** Free after a trial. */
  plan: v.picklist(PLAN_NAMES),
  trialEndsAt: v.nullable(v.string()),
  /** Set by the operator, permanently. */
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
