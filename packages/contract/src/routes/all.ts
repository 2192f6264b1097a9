/** What the server implements and the web app may call. */
import { accountRoutes } from "./account.ts";
import { analyticsRoutes } from "./analytics.ts";
import { authRoutes } from "./auth.ts";
import { backgroundModelRoutes } from "./background-model.ts";
import { categoryRoutes } from "./categories.ts";
import { deletionRoutes } from "./deletions.ts";
import { digestRoutes } from "./digest.ts";
import { docsRoutes } from "./docs.ts";
import { domainRoutes } from "./domains.ts";
import { itemRoutes } from "./items.ts";
import { onboardingRoutes } from "./onboarding.ts";
import { planRoutes } from "./plan.ts";
import { profileRoutes } from "./profile.ts";
import type { Route } from "./route.ts";
import { settingsRoutes } from "./settings.ts";
import { shelfRoutes } from "./shelves.ts";
import { syncRoutes } from "./sync.ts";
import { userRoutes } from "./users.ts";

export const ALL_ROUTES: readonly Route[] = [
  authRoutes,
  shelfRoutes,
  categoryRoutes,
  itemRoutes,
  profileRoutes,
  settingsRoutes,
  planRoutes,
  onboardingRoutes,
  syncRoutes,
  userRoutes,
  analyticsRoutes,
  accountRoutes,
  deletionRoutes,
  domainRoutes,
  digestRoutes,
  docsRoutes,
  backgroundModelRoutes,
].flatMap((group) => Object.values<Route>(group));
