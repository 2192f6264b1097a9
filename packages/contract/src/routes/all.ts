/** The whole route table: what the server must answer and the web may call. */
import { analyticsRoutes } from "./analytics.ts";
import { authRoutes } from "./auth.ts";
import { itemRoutes } from "./items.ts";
import type { Route } from "./route.ts";
import { shelfRoutes } from "./shelves.ts";
import { syncRoutes } from "./sync.ts";
import { userRoutes } from "./users.ts";

export const ALL_ROUTES: readonly Route[] = [authRoutes, shelfRoutes, itemRoutes, syncRoutes, userRoutes, analyticsRoutes].flatMap((group) =>
  Object.values<Route>(group),
);
