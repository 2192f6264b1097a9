import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { FIRST_STEP } from "#features/onboarding/steps";
import { CrashScreen, NotFoundScreen, PendingScreen, RootScreen } from "#routes/root-screen.tsx";
import { lazyScreen, loadOrWait } from "#routes/loading/lazy-screen";
import { parseSearch, searchTexts, stringifySearch } from "./search";
import type { DeviceAccount } from "#accounts/device-database";

const SPINNER_AFTER_MS = 150;

const rootRoute = createRootRoute({
  component: RootScreen,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: (search: Record<string, unknown>) =>
    searchTexts(search, ["username", "next", "step", "error", "plan"]),
  component: lazyScreen(() => import("#routes/login-screen.tsx"), "LoginScreen"),
});

const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/onboarding/$step",
  beforeLoad: requireOwner,
  component: lazyScreen(() => import("#routes/onboarding-screen.tsx"), "OnboardingScreen"),
});

const onboardingStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/onboarding",
  beforeLoad: () => {
    throw redirect({ to: "/onboarding/$step", params: { step: FIRST_STEP }, replace: true });
  },
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: requireOwner,
  component: lazyScreen(() => import("#routes/signed-in-screen.tsx"), "SignedInScreen"),
});

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/dashboard",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["shelf"]),
  component: lazyScreen(() => import("#routes/dashboard-screen.tsx"), "DashboardScreen"),
});

const statsSearch = (search: Record<string, unknown>) =>
  searchTexts(search, ["days", "from", "to", "compare", "by", "value"]);

const statsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/dashboard/stats",
  validateSearch: statsSearch,
  component: lazyScreen(() => import("#routes/stats-screen.tsx"), "StatsScreen"),
});

const itemStatsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/dashboard/stats/$itemId",
  validateSearch: statsSearch,
  component: lazyScreen(() => import("#routes/stats-screen.tsx"), "ItemStatsScreen"),
});

const shelvesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/shelves",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["shelf", "item", "on"]),
  component: lazyScreen(() => import("#routes/shelves-screen.tsx"), "ShelvesScreen"),
});

const shelfRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/shelves/$shelfId",
  validateSearch: (search: Record<string, unknown>) =>
    searchTexts(search, ["item", "edit", "category", "begin"]),
  component: lazyScreen(() => import("#routes/shelf-screen.tsx"), "ShelfScreen"),
});

const shelfPreviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/shelves/$shelfId/preview",
  component: lazyScreen(() => import("#routes/shelf-preview-screen.tsx"), "ShelfPreviewScreen"),
});

const itemsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/items",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["shelf", "item"]),
  component: lazyScreen(() => import("#routes/items-screen.tsx"), "ItemsScreen"),
});

const needsALookRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/items/needs-a-look",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["item"]),
  component: lazyScreen(() => import("#routes/needs-a-look-screen.tsx"), "NeedsALookScreen"),
});

const appearanceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/appearance",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["tab"]),
  component: lazyScreen(() => import("#routes/appearance-screen.tsx"), "AppearanceScreen"),
});

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/profile",
  component: lazyScreen(() => import("#routes/profile-screen.tsx"), "ProfileScreen"),
});

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["tab"]),
  component: lazyScreen(() => import("#routes/account-screen.tsx"), "AccountScreen"),
});

const recentlyDeletedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account/deleted",
  component: lazyScreen(() => import("#routes/recently-deleted-screen.tsx"), "RecentlyDeletedScreen"),
});

const captureRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account/capture",
  component: lazyScreen(() => import("#routes/capture-screen.tsx"), "CaptureScreen"),
});

const unsavedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/unsaved",
  component: lazyScreen(() => import("#routes/rejected-changes-screen.tsx"), "RejectedChangesScreen"),
});

/** The app's shortcut cannot know the owner's name. */
const meRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/me",
  beforeLoad: async (context) => {
    const { account } = await requireOwner(context);
    throw redirect({ href: `/${account.username}`, reloadDocument: true, replace: true });
  },
});

const shareRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/share",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["missed"]),
  component: lazyScreen(() => import("#routes/share-screen.tsx"), "ShareScreen"),
});

const ownerPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$username",
  component: lazyScreen(() => import("#routes/offline-own-page-screen.tsx"), "OfflineOwnPageScreen"),
});

const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$",
  component: NotFoundScreen,
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  onboardingStartRoute,
  onboardingRoute,
  signedInRoute.addChildren([
    dashboardRoute,
    statsRoute,
    itemStatsRoute,
    shelvesRoute,
    shelfRoute,
    shelfPreviewRoute,
    itemsRoute,
    needsALookRoute,
    appearanceRoute,
    profileRoute,
    accountRoute,
    recentlyDeletedRoute,
    captureRoute,
    unsavedRoute,
    shareRoute,
  ]),
  meRoute,
  ownerPageRoute,
  notFoundRoute,
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: SPINNER_AFTER_MS,
  defaultPendingMinMs: 0,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

type Navigation = {
  location: { href: string; pathname: string };
  cause: "preload" | "enter" | "stay";
  preload: boolean;
};

let shownScreen: { pathname: string; account: DeviceAccount } | null = null;

/**
 * From this device, without a request: an offline owner gets in. A dialog keeps the screen's account, even if
 * another has signed in elsewhere.
 */
async function requireOwner({ location, cause, preload }: Navigation): Promise<{ account: DeviceAccount }> {
  if (cause === "stay" && shownScreen?.pathname === location.pathname)
    return { account: shownScreen.account };
  const [{ readCurrentAccount, likelyAccount }, { accountOfSession }, { prefetchScreenData }] =
    await accountModules();
  // In parallel with the device's database.
  if (shownScreen === null)
    void likelyAccount().then((likely) => likely && prefetchScreenData(likely, location.pathname));
  const account = (await readCurrentAccount()) ?? (await accountOfSession());
  if (!account) throw redirect({ to: "/login", search: { next: location.href }, replace: true });
  await prefetchScreenData(account, location.pathname);
  if (!preload) shownScreen = { pathname: location.pathname, account };
  return { account };
}

const load = () =>
  Promise.all([
    import("#accounts/account-lifecycle"),
    import("#session/session-account"),
    import("#routes/loading/prefetch-screen-data"),
  ]);
let loaded: Awaited<ReturnType<typeof load>> | undefined;

const accountModules = async () => (loaded ??= await loadOrWait(load));
