import { limitsAt, planAt } from "@shelv/contract/plan";
import { planRoutes } from "@shelv/contract/routes/plan";
import { readSingle } from "#database/rows/read-single";
import { type Api, bindRoute } from "#http/bind-route";
import { applyAtOnce } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Services } from "#services";

export function servePlan(api: Api, { db: { reader }, writeDeps, now, rules }: Services): void {
  bindRoute(api, planRoutes.read, ({ caller }) => planAnswer(caller.userId));

  bindRoute(api, planRoutes.choose, async ({ caller: { userId }, body: { plan } }) => {
    await applyAtOnce(writeDeps, userId, [mutation("plan.choose", { plan })]);
    return planAnswer(userId);
  });

  async function planAnswer(userId: string) {
    const account = await readSingle(reader, userId, "account");
    const at = now().toISOString();
    const { maxShelves } = limitsAt(account, { now: at, hasPlanLimits: rules.hasPlanLimits });
    return {
      plan: planAt(account, at),
      trialEndsAt: account.trialEndsAt,
      isPlanFixed: account.isPlanFixed,
      maxShelves,
    };
  }
}
