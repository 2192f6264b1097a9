import { expect, test } from "vitest";
import { type Costs, simulate, TEN_MILLION } from "./simulate.ts";

const COSTS: Costs = {
  freshPageMs: 10,
  cachedPageMs: 0.1,
  pageBytes: 4000,
  eventMs: 0.3,
  changeMs: 2,
  changeDatabaseMs: 1,
  changeLogBytes: 3000,
  streamBytes: 20_000,
  accountBytes: 30_000,
  dayBytes: [
    [1, 140],
    [10, 250],
    [100, 800],
    [1000, 5000],
    [10_000, 20_000],
  ],
};

test("Twice the pages with twice the visits need twice the storage and the changes", () => {
  const [once, twice] = [1, 2].map((times) =>
    simulate(COSTS, {
      ...TEN_MILLION,
      pages: TEN_MILLION.pages * times,
      visitsPerSecond: TEN_MILLION.visitsPerSecond * times,
    }),
  );
  for (const need of ["accountsBytes", "changesPerSecond", "bucketBytes", "cdnBytesAMonth"] as const)
    expect([need, (twice?.[need] ?? 0) / (once?.[need] ?? 1)]).toEqual([need, 2]);
});

test("A CDN that holds no page lets every visit through, and one that holds it longer lets fewer", () => {
  const requests = [0, 10, 3600].map(
    (cdnSeconds) => simulate(COSTS, { ...TEN_MILLION, cdnSeconds }).originPagesPerSecond,
  );
  expect(requests[0]).toBeCloseTo(TEN_MILLION.visitsPerSecond * TEN_MILLION.peak, -1);
  expect(requests.toSorted((a, b) => b - a)).toEqual(requests);
  expect(requests[2]).toBeLessThan((requests[0] ?? 0) / 2);
});

test("There are always two processes, and more once their cores or their streams ask for it", () => {
  const small = { ...TEN_MILLION, pages: 1000, visitsPerSecond: 1 };
  expect(simulate(COSTS, small)).toMatchObject({ processes: 2, databases: 1 });
  const busy = simulate({ ...COSTS, freshPageMs: 100 }, TEN_MILLION);
  expect(busy.processes).toBe(Math.ceil(busy.serverCores / 0.6));
  const open = simulate({ ...COSTS, streamBytes: 1_000_000 }, TEN_MILLION);
  expect(open.processes).toBe(
    Math.ceil((TEN_MILLION.pages * TEN_MILLION.openShare * 1_000_000) / (1024 ** 3 * 0.6)),
  );
});

test("A second database is needed by bytes or by changes", () => {
  expect(simulate(COSTS, TEN_MILLION).databases).toBe(1);
  expect(simulate({ ...COSTS, accountBytes: 300_000 }, TEN_MILLION).databases).toBeGreaterThan(1);
  expect(simulate({ ...COSTS, changeDatabaseMs: 200 }, TEN_MILLION).databases).toBe(3);
});

test("Statistics of pages that are seldom visited take rows only for days with an event", () => {
  const rare = simulate(COSTS, { ...TEN_MILLION, visitsPerSecond: 0.001, statisticsDays: 1 });
  expect(rare.statisticsBytes / (0.001 * 86_400 * 1.5)).toBeLessThan(140 * 1.31);
  expect(rare.statisticsBytes / (0.001 * 86_400 * 1.5)).toBeGreaterThan(40 * 1.3);
});
