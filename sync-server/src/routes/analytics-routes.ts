import { ANALYTICS_MAX_DAYS, SERIES_DEFAULT_DAYS } from "@shelv/contract/analytics";
import type { Dimension } from "@shelv/contract/analytics-dimensions";
import { limitsAt } from "@shelv/contract/rows/plan";
import { Refusal } from "@shelv/contract/refusal";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import type { Context } from "hono";
import { DAY_MS, dayOf } from "#analytics/day";
import type { Filter } from "#analytics/days/count-by";
import { analyticsCsv } from "#analytics/export-csv";
import { type AskedRange, readBreakdown, readSeries } from "#analytics/read-breakdown";
import { readRange } from "#analytics/read-range";
import { resetItem } from "#analytics/reset-item";
import { countryOf } from "#analytics/visitor/location";
import { senderOf } from "#analytics/visitor/sender";
import { readActivities, readPopularItems, readShelfAnalytics, readSummary } from "#analytics/read-analytics";
import { deleteReset } from "#analytics/tables/analytics-resets";
import { write } from "#database/transaction";
import { findItem, findShelf, readSingle } from "#database/rows/read-owner";
import { clientAddress, type Location, proxyLocation, type Trust } from "#http/hosts/client-address";
import { hashedNetworks } from "#http/rate-limits/hashed-address";
import { type Api, bindRoute } from "#http/bind-route";
import { TextPieces } from "#http/json/text-pieces";
import { usernameOfHost } from "#http/hosts/page-hosts";
import type { Database } from "#database/open-database";
import type { AccountRules } from "#shelves/refresh-account";
import { type RateLimits, takenByNetworks } from "#http/rate-limits/rate-limits";
import type { DailySalt } from "#database/daily-salt";
import type { Tracker } from "#analytics/tracker";
import type { OwnVisits } from "#analytics/visitor/own-visits";
import type { PageCache } from "#page/cache/page-cache";
import type { Bus } from "#bus/bus";

type AnalyticsDeps = {
  db: Database;
  settings: Trust;
  rules: AccountRules;
  limits: RateLimits;
  addressSalt: DailySalt;
  tracker: Tracker;
  ownVisits: OwnVisits;
  pages: PageCache;
  bus: Bus;
  now: () => Date;
};

export function serveAnalytics(
  api: Api,
  {
    db: { reader, writer },
    settings,
    rules,
    limits,
    addressSalt,
    tracker,
    ownVisits,
    pages,
    bus,
    now,
  }: AnalyticsDeps,
): void {
  /** A CDN is not purged: it stores a page with counts for a minute at most. */
  const dropPage = (userId: string) => {
    pages.drop(userId);
    bus.send({ kind: "pageChanged", userId });
  };

  bindRoute(api, analyticsRoutes.track, async ({ body, c }) => {
    const ofHost = usernameOfHost(c)?.toLowerCase();
    const sent = "events" in body ? body.events : [body];
    // A page's own host may send events for that page only.
    const events =
      ofHost === undefined ? sent : sent.filter(({ username }) => username.toLowerCase() === ofHost);
    if (events.length === 0 || isSpeculative(c)) return;
    const address = clientAddress(c, settings);
    const networks = await hashedNetworks(address, addressSalt);
    await limits.takeMany(events.length, ...takenByNetworks("tracked", networks));
    const session = await api.sessionOf(c);
    const userAgent = c.req.header("User-Agent") ?? "";
    const owners = await ownVisits.ownersAt({ network: networks.network, userAgent });
    const location = await locationOf(address, proxyLocation(c, settings));
    const callerIds = new Set(session ? [...owners, session.userId] : owners);
    await tracker.track(events, senderOf(c, { address, userAgent, location, callerIds }));
  });

  bindRoute(api, analyticsRoutes.summary, ({ caller: { userId } }) => readSummary(reader, userId, now()));
  bindRoute(api, analyticsRoutes.shelves, ({ caller: { userId } }) => readShelfAnalytics(reader, userId));
  bindRoute(api, analyticsRoutes.popularItems, ({ caller: { userId } }) => readPopularItems(reader, userId));
  bindRoute(api, analyticsRoutes.activities, ({ caller: { userId } }) => readActivities(reader, userId));
  bindRoute(api, analyticsRoutes.series, async ({ caller: { userId }, query }) => {
    const { range } = await askedOf(userId, query);
    return readSeries(reader, { ...range, unit: query.unit });
  });
  bindRoute(api, analyticsRoutes.breakdown, async ({ caller: { userId }, query }) => {
    const { range, hasDimensions } = await askedOf(userId, query);
    if (!hasDimensions) throw new Refusal("dimensions-need-pro");
    return readBreakdown(reader, query.by, range);
  });
  bindRoute(api, analyticsRoutes.range, async ({ caller: { userId }, query }) => {
    const { range, ...scope } = await askedOf(userId, query);
    return readRange(reader, { ...range, unit: query.unit }, scope);
  });
  bindRoute(api, analyticsRoutes.exportCsv, async ({ caller: { userId }, query }) => {
    const { range, hasDimensions } = await askedOf(userId, query);
    return new TextPieces(() => analyticsCsv(reader, { ...range, hasDimensions }), {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="shelv-analytics.csv"',
      "Cache-Control": "private, no-store",
    });
  });
  bindRoute(api, analyticsRoutes.resetItem, async ({ caller: { userId }, params: { id } }) => {
    const reset = await write(writer, userId, (trx) => resetItem(trx, { userId, itemId: id, now: now() }));
    dropPage(userId);
    return reset;
  });
  bindRoute(api, analyticsRoutes.undoReset, async ({ caller: { userId }, params: { id, resetId } }) => {
    await write(writer, userId, async (trx) => {
      await findItem(trx, userId, id);
      await deleteReset(trx, userId, { itemId: id, id: resetId });
    });
    dropPage(userId);
  });

  bindRoute(api, analyticsRoutes.overview, async ({ caller: { userId } }) => {
    const today = dayOf(now().getTime());
    const [summary, shelves, popularItems, activities, series] = await Promise.all([
      readSummary(reader, userId, now()),
      readShelfAnalytics(reader, userId),
      readPopularItems(reader, userId),
      readActivities(reader, userId),
      readSeries(reader, {
        userId,
        from: today - SERIES_DEFAULT_DAYS + 1,
        to: today,
        unit: "day",
        filter: {},
      }),
    ]);
    return { summary, shelves, popularItems, activities, series };
  });

  type Query = {
    from?: string | undefined;
    to?: string | undefined;
    days?: number;
    itemId?: string | undefined;
    shelfId?: string | undefined;
    filterBy?: Dimension | undefined;
    filterValue?: string | undefined;
  };

  async function askedOf(
    userId: string,
    { from, to, days = SERIES_DEFAULT_DAYS, itemId, shelfId, filterBy, filterValue }: Query,
  ): Promise<{ range: AskedRange; firstDay: number; hasDimensions: boolean }> {
    const { hasDimensions, analyticsDays } = limitsAt(await readSingle(reader, userId, "account"), {
      now: now().toISOString(),
      hasPlanLimits: rules.hasPlanLimits,
    });
    const today = dayOf(now().getTime());
    const last = to === undefined ? today : dayFrom(to);
    const first = from === undefined ? last - days + 1 : dayFrom(from);
    // One day more than the plan's range: in other time zones it is still the day before.
    const firstDay = today - analyticsDays;
    if (last - first >= ANALYTICS_MAX_DAYS)
      throw new Refusal("invalid", [{ path: "from", message: `At most ${ANALYTICS_MAX_DAYS} days` }]);
    if (first < firstDay && analyticsDays < ANALYTICS_MAX_DAYS) throw new Refusal("range-needs-pro");
    if (first < firstDay)
      throw new Refusal("invalid", [
        { path: "from", message: `At most the last ${ANALYTICS_MAX_DAYS} days are stored` },
      ]);
    if (filterBy !== undefined && !hasDimensions) throw new Refusal("dimensions-need-pro");
    if (itemId !== undefined) await findItem(reader, userId, itemId);
    if (shelfId !== undefined) await findShelf(reader, userId, shelfId);
    const only: Filter["only"] =
      filterBy === undefined
        ? undefined
        : { by: filterBy, value: filterValue === "" ? null : (filterValue ?? null) };
    return {
      range: { userId, from: Math.min(first, last), to: last, filter: { itemId, shelfId, only } },
      firstDay,
      hasDimensions,
    };
  }
}

/** A browser fetches or renders a page that its user has not opened, and may never open. */
const isSpeculative = (c: Context): boolean =>
  ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].some((name) =>
    /\bpre(?:fetch|render|view)/i.test(c.req.header(name) ?? ""),
  );

const dayFrom = (date: string): number => Math.floor(Date.parse(date) / DAY_MS);

async function locationOf(address: string, said: Location): Promise<Location> {
  return said.country === null ? { country: await countryOf(address), region: null } : said;
}
