import type { RouteCase } from "#conformance/route-case";
import { accountCases } from "./account-cases.ts";
import { analyticsCases } from "./analytics-cases.ts";
import { authCases } from "./auth-cases.ts";
import { backgroundModelCases } from "./background-model-cases.ts";
import { categoryCases } from "./category-cases.ts";
import { deletionCases } from "./deletion-cases.ts";
import { docsCases } from "./docs-cases.ts";
import { domainCases } from "./domain-cases.ts";
import { itemCases } from "./item-cases.ts";
import { linkCases } from "./link-cases.ts";
import { profileCases } from "./profile-cases.ts";
import { shelfCases } from "./shelf-cases.ts";
import { syncCases } from "./sync-cases.ts";
import { userCases } from "./user-cases.ts";

export const ALL_CASES: Record<string, RouteCase> = {
  ...accountCases,
  ...analyticsCases,
  ...authCases,
  ...backgroundModelCases,
  ...categoryCases,
  ...deletionCases,
  ...docsCases,
  ...domainCases,
  ...itemCases,
  ...linkCases,
  ...profileCases,
  ...shelfCases,
  ...syncCases,
  ...userCases,
};

export function caseOf(key: string): RouteCase {
  const found = ALL_CASES[key];
  if (!found) throw new Error(`${key} has no case: add one beside its neighbours in conformance/cases`);
  return found;
}
