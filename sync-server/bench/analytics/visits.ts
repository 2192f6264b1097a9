import type { DayTable } from "#analytics/days/day-table";
import type { VisitValues } from "#analytics/visitor/sender";
import type { BigPage } from "sync-server/bench/big-accounts";

/** Adds visits of one view and on average half a click each, from sources as uneven as real ones (Zipf). */
export function addVisits(
  table: DayTable,
  { shelfIds, itemIds }: BigPage,
  { events, seed }: { events: number; seed: number },
): void {
  const random = randomFrom(seed);
  const zipf = (values: number) => Math.floor(values ** random()) - 1;
  for (let added = 0; added < events;) {
    const hasUtm = random() < 0.1;
    const values: VisitValues = {
      referrer: random() < 0.3 ? "direct" : `site-${zipf(60)}.example`,
      utm_source: hasUtm ? `source ${zipf(6)}` : null,
      utm_medium: hasUtm ? "social" : null,
      utm_campaign: hasUtm ? `campaign ${zipf(4)}` : null,
      country: COUNTRIES[zipf(COUNTRIES.length)] ?? null,
      device: random() < 0.7 ? "phone" : random() < 0.8 ? "desktop" : "tablet",
      browser: BROWSERS[zipf(BROWSERS.length)] ?? null,
    };
    table.add({ kind: "page", shelfIds: shelfIds.toSorted() }, values, { count: 1, visitors: 1 });
    added += 1;
    for (; random() < 0.33 && added < events; added += 1) {
      const nth = zipf(itemIds.length);
      table.add(
        { kind: "item", itemId: itemIds[nth] ?? "", shelfId: shelfIds[nth % shelfIds.length] ?? null },
        values,
        { count: 1, visitors: 1 },
      );
    }
  }
}

const COUNTRIES =
  "US DE GB FR JP BR IN CA AU ES IT NL SE PL MX ID TR KR AR CH AT BE DK NO FI PT IE NZ ZA CZ".split(" ");
const BROWSERS = [
  "Chrome",
  "Safari",
  "Instagram app",
  "TikTok app",
  "Firefox",
  "Samsung Internet",
  "Edge",
  "Opera",
];

function randomFrom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
