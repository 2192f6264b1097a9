import { type Appearance, appearanceUnder } from "@shelv/contract/rows/appearance";
import { limitsAt } from "@shelv/contract/rows/plan";
import { accountOf, appearanceOf } from "#local-store/queries";
import { bootQuery, type ReadableStore } from "#local-store/readable-store";

/** The owner's appearance, as far as the plan allows. */
export const ownLook = bootQuery(async (store: ReadableStore): Promise<Appearance> => {
  const { id: _, ...chosen } = await appearanceOf(store);
  const account = await accountOf(store);
  const limits = limitsAt(account, { now: new Date().toISOString(), hasPlanLimits: account.hasPlanLimits });
  return appearanceUnder(chosen, limits);
});
