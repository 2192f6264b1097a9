/** Each screen is a bundle. The landing page is not part of the app (landing.tsx). */
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { FIRST_STEP } from "#features/onboarding/steps";
import { CrashScreen, NotFoundScreen, PendingScreen, RootScreen } from "./root-screen";
import { lazyScreen, loadOrWait } from "#routes/loading/lazy-screen";
import { parseSearch, searchTexts, stringifySearch } from "./search";
import type { DeviceAccount } from "#accounts/current-account";

/** No flash if the answer is near. */
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
  component: lazyScreen(() => import("./login-screen"), "LoginScreen"),
});

const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/onboarding/$step",
  beforeLoad: requireOwner,
  component: lazyScreen(() => import("./onboarding-screen"), "OnboardingScreen"),
});

const onboardingStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/onboarding",
  beforeLoad: () => {
    throw redirect({ to: "/onboarding/$step", params: { step: FIRST_STEP }, replace: true });
  },
});

/** All below need an owner with a completed setup. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: requireOwner,
  component: lazyScreen(() => import("./signed-in-screen"), "SignedInScreen"),
});

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/dashboard",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["shelf"]),
  component: lazyScreen(() => import("./dashboard-screen"), "DashboardScreen"),
});

/** As features/stats/stats-view.ts reads it. */
const statsSearch = (search: Record<string, unknown>) =>
  searchTexts(search, ["days", "from", "to", "compare", "by", "value"]);

const statsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/stats",
  validateSearch: statsSearch,
  component: lazyScreen(() => import("./stats-screen"), "StatsScreen"),
});

const itemStatsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/stats/$itemId",
  validateSearch: statsSearch,
  component: lazyScreen(() => import("./stats-screen"), "ItemStatsScreen"),
});

const shelvesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/shelves",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["shelf"]),
  component: lazyScreen(() => import("./shelves-screen"), "ShelvesScreen"),
});

const shelfRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/shelves/$shelfId",
  validateSearch: (search: Record<string, unknown>) =>
    searchTexts(search, ["item", "edit", "category", "begin"]),
  component: lazyScreen(() => import("./shelf-screen"), "ShelfScreen"),
});

const shelfPreviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/shelves/$shelfId/preview",
  component: lazyScreen(() => import("./shelf-preview-screen"), "ShelfPreviewScreen"),
});

const itemsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/items",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["shelf", "item"]),
  component: lazyScreen(() => import("./items-screen"), "ItemsScreen"),
});

const needsALookRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/items/needs-a-look",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["item"]),
  component: lazyScreen(() => import("./needs-a-look-screen"), "NeedsALookScreen"),
});

const appearanceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/appearance",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["tab"]),
  component: lazyScreen(() => import("./appearance-screen"), "AppearanceScreen"),
});

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/profile",
  component: lazyScreen(() => import("./profile-screen"), "ProfileScreen"),
});

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account",
  validateSearch: (search: Record<string, unknown>) => searchTexts(search, ["tab"]),
  component: lazyScreen(() => import("./account-screen"), "AccountScreen"),
});

const recentlyDeletedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account/deleted",
  component: lazyScreen(() => import("./recently-deleted-screen"), "RecentlyDeletedScreen"),
});

const captureRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account/capture",
  component: lazyScreen(() => import("./capture-screen"), "CaptureScreen"),
});

const unsavedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/unsaved",
  component: lazyScreen(() => import("./rejected-changes-screen"), "RejectedChangesScreen"),
});

/** To the owner's public page: the app's shortcut cannot know the name. */
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
  component: lazyScreen(() => import("./share-screen"), "ShareScreen"),
});

const ownerPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$username",
  component: lazyScreen(() => import("./owner-page-screen"), "OwnerPageScreen"),
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
 * This device knows the owner: no request, so an offline owner gets in. Opening or closing a dialog keeps the
 * screen's account, even if another has signed in elsewhere.
 */
async function requireOwner({ location, cause, preload }: Navigation): Promise<{ account: DeviceAccount }> {
  if (cause === "stay" && shownScreen?.pathname === location.pathname)
    return { account: shownScreen.account };
  const [{ readCurrentAccount, likelyAccount }, { accountOfSession }, { prefetchScreenData }] =
    await accountModules();
  // At start, the likely owner's store opens in parallel with the device's database.
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

/** Loaded modules need no network. */
const accountModules = async () => (loaded ??= await loadOrWait(load));
