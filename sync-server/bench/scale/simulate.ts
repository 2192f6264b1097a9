/**
 * What this many pages need, from measured costs and an assumed load. The page of rank r gets 1/r of the
 * first one's visits (Zipf).
 */

/** Times are processor time in ms, of one core of the measuring machine. */
export type Costs = {
  freshPageMs: number;
  cachedPageMs: number;
  pageBytes: number;
  eventMs: number;
  changeMs: number;
  changeDatabaseMs: number;
  changeLogBytes: number;
  streamBytes: number;
  accountBytes: number;
  dayBytes: readonly (readonly [events: number, bytes: number])[];
};

export type Load = {
  pages: number;
  visitsPerSecond: number;
  clicksOfAVisit: number;
  peak: number;
  activeShare: number;
  changesOfAnActiveOwner: number;
  openShare: number;
  picturesOfAnAccount: number;
  pictureBytes: number;
  picturesOfAVisitBytes: number;
  firstVisitShare: number;
  cdnPlaces: number;
  cdnSeconds: number;
  statisticsDays: number;
};

export const TEN_MILLION: Load = {
  pages: 10_000_000,
  visitsPerSecond: 400,
  clicksOfAVisit: 0.5,
  peak: 3,
  activeShare: 0.03,
  changesOfAnActiveOwner: 20,
  openShare: 0.005,
  picturesOfAnAccount: 5,
  pictureBytes: 120_000,
  picturesOfAVisitBytes: 250_000,
  firstVisitShare: 0.6,
  cdnPlaces: 20,
  cdnSeconds: 10,
  statisticsDays: 365,
};

const BUSY_AT_MOST = 0.6;
const PAGE_CACHE_BYTES = 64 * 1024 * 1024;
const PROCESS_MEMORY_BYTES = 1024 ** 3;
const BLOAT = 1.3;
const DATABASE_BYTES_AT_MOST = 2e12;
const DATABASE_CORES_AT_MOST = 32;
const DAY_S = 86_400;

export type Needs = {
  originPagesPerSecond: number;
  changesPerSecond: number;
  eventsPerSecond: number;
  serverCores: number;
  databaseCores: number;
  openStreams: number;
  processes: number;
  accountsBytes: number;
  statisticsBytes: number;
  logBytesADay: number;
  bucketBytes: number;
  cdnBytesAMonth: number;
  databases: number;
};

export function simulate(costs: Costs, load: Load): Needs {
  const { pages, visitsPerSecond, peak } = load;
  const { fresh, cached, statisticsBytesADay } = byRank(costs, load);
  const changesPerSecond = ((pages * load.activeShare * load.changesOfAnActiveOwner) / DAY_S) * peak;
  const eventsPerSecond = visitsPerSecond * (1 + load.clicksOfAVisit) * peak;
  const openStreams = pages * load.openShare;
  const serverCores =
    (fresh * costs.freshPageMs +
      cached * costs.cachedPageMs +
      eventsPerSecond * costs.eventMs +
      changesPerSecond * costs.changeMs) /
    1000;
  const accountsBytes = pages * costs.accountBytes * BLOAT;
  const statisticsBytes = statisticsBytesADay * load.statisticsDays * BLOAT;
  const databaseCores = (changesPerSecond * costs.changeDatabaseMs) / 1000;
  const processes = Math.max(
    2,
    Math.ceil(serverCores / BUSY_AT_MOST),
    Math.ceil((openStreams * costs.streamBytes) / (PROCESS_MEMORY_BYTES * BUSY_AT_MOST)),
  );
  return {
    originPagesPerSecond: fresh + cached,
    changesPerSecond,
    eventsPerSecond,
    serverCores,
    databaseCores,
    openStreams,
    processes,
    accountsBytes,
    statisticsBytes,
    logBytesADay: (changesPerSecond / peak) * costs.changeLogBytes * DAY_S,
    bucketBytes: pages * load.picturesOfAnAccount * load.pictureBytes,
    cdnBytesAMonth:
      visitsPerSecond * DAY_S * 30 * (costs.pageBytes + load.firstVisitShare * load.picturesOfAVisitBytes),
    databases: Math.max(
      Math.ceil((accountsBytes + statisticsBytes) / DATABASE_BYTES_AT_MOST),
      Math.ceil(databaseCores / (DATABASE_CORES_AT_MOST * BUSY_AT_MOST)),
    ),
  };
}

const STEP = 1.01;

function byRank(costs: Costs, load: Load) {
  const { pages, visitsPerSecond, peak, cdnPlaces, cdnSeconds } = load;
  const harmonic = Math.log(pages) + 0.5772;
  const inMemory = PAGE_CACHE_BYTES / costs.pageBytes;
  let [fresh, cached, statisticsBytesADay] = [0, 0, 0];
  for (let rank = 1; rank <= pages;) {
    const count = Math.min(Math.max(1, Math.floor(rank * (STEP - 1))), pages - rank + 1);
    const perSecond = visitsPerSecond / harmonic / (rank + (count - 1) / 2);
    const inPlace = (perSecond * peak) / cdnPlaces;
    const misses = (cdnPlaces * inPlace) / (1 + inPlace * cdnSeconds);
    if (rank <= inMemory) cached += count * misses;
    else fresh += count * misses;
    const eventsPerDay = perSecond * DAY_S * (1 + load.clicksOfAVisit);
    statisticsBytesADay += count * bytesOfDay(costs.dayBytes, eventsPerDay);
    rank += count;
  }
  return { fresh, cached, statisticsBytesADay };
}

function bytesOfDay(sizes: Costs["dayBytes"], events: number): number {
  const at = sizes.findIndex(([size]) => size >= events);
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last) return 0;
  if (at === 0) return first[1] * (events / first[0]);
  const after = sizes[at];
  const before = sizes[at - 1];
  if (!after || !before) return last[1];
  return before[1] + ((after[1] - before[1]) * (events - before[0])) / (after[0] - before[0]);
}
