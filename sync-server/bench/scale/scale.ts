/** What one page, change, event and account costs; with `--simulate`, what 10 million of them need. */
import type { Bench, Line } from "sync-server/bench/bench";
import { measureCosts } from "./measure-costs.ts";
import { type Costs, type Needs, simulate, TEN_MILLION } from "./simulate.ts";

const HELD_WITH_PURGE_S = 600;

export const scale: Bench = async (_, { isAskedFor, simulates }) => {
  if (!isAskedFor) return [];
  const costs = await measureCosts();
  return [...costLines(costs), ...(simulates ? needLines(costs) : [])];
};

const line = (what: string, figure: string): Line => ({ what, figure, goal: "", isMet: true });

const costLines = (costs: Costs): Line[] => [
  line("a page, rendered", `${costs.freshPageMs.toFixed(2)} ms of a core, ${costs.pageBytes} bytes`),
  line("a page from memory", `${costs.cachedPageMs.toFixed(3)} ms`),
  line("a view or a click", `${costs.eventMs.toFixed(2)} ms`),
  line(
    "a change",
    `${costs.changeMs.toFixed(2)} ms, in PostgreSQL ${costs.changeDatabaseMs.toFixed(2)} ms and ${Math.round(costs.changeLogBytes)} bytes of log`,
  ),
  line("an open stream", `${(costs.streamBytes / 1024).toFixed(0)} KB`),
  line("an account in PostgreSQL", `${(costs.accountBytes / 1024).toFixed(1)} KB`),
  line(
    "a stored day",
    costs.dayBytes.map(([events, bytes]) => `${events} events ${Math.round(bytes)} B`).join(", "),
  ),
];

function needLines(costs: Costs): Line[] {
  const needs = simulate(costs, TEN_MILLION);
  const withPurge = simulate(costs, { ...TEN_MILLION, cdnSeconds: HELD_WITH_PURGE_S });
  const withShield = simulate(costs, { ...TEN_MILLION, cdnSeconds: HELD_WITH_PURGE_S, cdnPlaces: 1 });
  const { pages, visitsPerSecond, peak, cdnSeconds, statisticsDays } = TEN_MILLION;
  const each = (what: string, figureOf: (needs: Needs) => string) =>
    line(`${what}, CDN with purge`, figureOf(withPurge));
  return [
    line(
      "assumed",
      `${pages / 1e6} million pages, ${visitsPerSecond} visits a second, ${peak} × at the peak`,
    ),
    line(
      `pages that pass a CDN of ${cdnSeconds} s, at the peak`,
      `${needs.originPagesPerSecond.toFixed(0)} a second`,
    ),
    each("pages that pass", (of) => `${of.originPagesPerSecond.toFixed(0)} a second`),
    line(
      "pages that pass, and all its places ask one",
      `${withShield.originPagesPerSecond.toFixed(0)} a second`,
    ),
    line(
      "events and changes at the peak",
      `${needs.eventsPerSecond.toFixed(0)} and ${needs.changesPerSecond.toFixed(0)} a second`,
    ),
    line(
      "Shelv",
      `${needs.serverCores.toFixed(1)} cores, ${needs.processes} processes; ${needs.openStreams.toFixed(0)} open streams`,
    ),
    each("Shelv", (of) => `${of.serverCores.toFixed(1)} cores, ${of.processes} processes`),
    line(
      "PostgreSQL",
      `${needs.databaseCores.toFixed(1)} cores for changes, ${terabytes(needs.accountsBytes)} of accounts, ${terabytes(needs.statisticsBytes)} of statistics (${statisticsDays} days)`,
    ),
    line("its log, which a standby and an archive get", `${(needs.logBytesADay / 1e9).toFixed(0)} GB a day`),
    line("databases", `${needs.databases}`),
    line("bucket", terabytes(needs.bucketBytes)),
    line("traffic of the CDN", `${terabytes(needs.cdnBytesAMonth)} a month`),
  ];
}

const terabytes = (bytes: number) => `${(bytes / 1e12).toFixed(2)} TB`;
