import { SERIES_DEFAULT_DAYS } from "@shelv/contract/analytics";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import { countryOf, locationName } from "#analytics/location";
import {
  readActivities,
  readPopularItems,
  readSeries,
  readShelfAnalytics,
  readSummary,
} from "#analytics/read-analytics";
import { clientAddress, type Location, proxyLocation } from "#http/hosts/client-address";
import { type Api, bindRoute } from "#http/bind-route";
import { usernameOfHost } from "#http/hosts/page-hosts";
import type { Services } from "#services";
import { networkOf } from "#sign-in/sign-in-limits";

export function serveAnalytics(api: Api, services: Services): void {
  const {
    db: { reader },
    settings,
    limits,
    tracker,
    now,
  } = services;

  bindRoute(api, analyticsRoutes.track, async ({ body, c }) => {
    const ofHost = usernameOfHost(c)?.toLowerCase();
    const sent = "events" in body ? body.events : [body];
    // A page's own host may send events for that page only.
    const events =
      ofHost === undefined ? sent : sent.filter(({ username }) => username.toLowerCase() === ofHost);
    if (events.length === 0) return;
    const network = await networkOf(services, c);
    await limits.takeMany(events.length, ["tracked-by-network", network]);
    const session = await api.sessionOf(c);
    const userAgent = c.req.header("User-Agent") ?? "";
    const owners = services.ownVisits.ownersAt({ network, userAgent });
    const address = clientAddress(c, settings);
    await tracker.track(events, {
      address,
      userAgent,
      location: await locationOf(address, proxyLocation(c, settings)),
      callerIds: new Set(session ? [...owners, session.userId] : owners),
    });
  });

  bindRoute(api, analyticsRoutes.summary, ({ caller: { userId } }) => readSummary(reader, userId, now()));
  bindRoute(api, analyticsRoutes.shelves, ({ caller: { userId } }) => readShelfAnalytics(reader, userId));
  bindRoute(api, analyticsRoutes.popularItems, ({ caller: { userId } }) => readPopularItems(reader, userId));
  bindRoute(api, analyticsRoutes.activities, ({ caller: { userId } }) => readActivities(reader, userId));
  bindRoute(api, analyticsRoutes.series, ({ caller: { userId }, query: { days } }) =>
    readSeries(reader, userId, { days, now: now() }),
  );
  bindRoute(api, analyticsRoutes.overview, async ({ caller: { userId } }) => {
    const [summary, shelves, popularItems, activities, series] = await Promise.all([
      readSummary(reader, userId, now()),
      readShelfAnalytics(reader, userId),
      readPopularItems(reader, userId),
      readActivities(reader, userId),
      readSeries(reader, userId, { days: SERIES_DEFAULT_DAYS, now: now() }),
    ]);
    return { summary, shelves, popularItems, activities, series };
  });
}

/** The proxy's, else the database's. */
async function locationOf(address: string, said: Location): Promise<string | null> {
  return locationName(said.country === null ? { country: await countryOf(address), region: null } : said);
}
