import { accountRoutes, planRoutes } from "./account.ts";
import { analyticsRoutes } from "./analytics.ts";
import { authRoutes } from "./auth.ts";
import { backgroundModelRoutes } from "./background-model.ts";
import { captureRoutes } from "./capture.ts";
import { categoryRoutes } from "./categories.ts";
import { digestRoutes } from "./digest.ts";
import { domainRoutes } from "./domains.ts";
import { itemRoutes } from "./items.ts";
import { linkDetailsRoutes } from "./link-details.ts";
import { onboardingRoutes, profileRoutes } from "./profile.ts";
import { type Route, route } from "./route.ts";
import { settingsRoutes } from "./settings.ts";
import { deletionRoutes, shelfRoutes } from "./shelves.ts";
import { syncRoutes } from "./sync.ts";
import { userRoutes } from "./users.ts";

export const docsRoutes = {
  openapi: route({
    method: "GET",
    path: "/api/openapi.json",
    summary: "This description, for machines: OpenAPI 3.1",
    access: "anyone",
    answerType: "application/json",
  }),
  page: route({
    method: "GET",
    path: "/api/docs",
    summary: "This description, for people",
    access: "anyone",
    answerType: "text/html",
  }),
};

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
  linkDetailsRoutes,
  captureRoutes,
].flatMap((group) => Object.values<Route>(group));
