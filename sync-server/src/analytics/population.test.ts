/**
 * Replays 30 days of known visits through HTTP, and compares the figures with the truth. `POPULATION` sets
 * their number (10,000 in `test:long`), `POPULATION_SEED` the visits.
 */
import type { Breakdown, DayCounts, RangeFigures } from "@shelv/contract/analytics";
import { expect, test } from "vitest";
import type { Browser } from "#testing/browser";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { MAC, PHONE } from "#testing/visitor";

const VISITORS = Number(process.env.POPULATION ?? 600);
const SEED = Number(process.env.POPULATION_SEED ?? 20_260_301);
const DAYS = 30;
const [MINUTE, HOUR] = [60_000, 60 * 60_000];
const DAY = 24 * HOUR;
const SLOTS = 10;
const AT_ONCE = 100;

const SOURCES = [
  { name: "direct", event: {}, agents: [PHONE, MAC] },
  {
    name: "Instagram",
    event: { referrer: "" },
    agents: [`${PHONE} Instagram 380.0.0.48.81 Android (35/15)`],
  },
  { name: "TikTok", event: {}, agents: [`${PHONE} trill_390503 BytedanceWebview/d8a21c6`] },
  { name: "Google", event: { referrer: "https://www.google.de/" }, agents: [PHONE, MAC] },
  { name: "X", event: { referrer: "https://t.co/abc" }, agents: [PHONE, MAC] },
  { name: "example.org", event: { referrer: "https://blog.example.org/?p=1" }, agents: [PHONE, MAC] },
] as const;
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const COUNTRIES = ["DE", "JP", "US", "BR"];

type Visitor = {
  number: number;
  source: (typeof SOURCES)[number];
  agent: string;
  country: string;
  kind: "person" | "bot" | "program";
};
/**
 * `lateDays`: the visit was made offline, and sent this many days later. Such a visitor may count twice: a
 * day's marks cannot be compared with those of the next.
 */
type Visit = {
  visitor: Visitor;
  day: number;
  slot: number;
  clicks: number[];
  lateDays: number;
  repeats: number;
};

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function population(): Visit[] {
  const random = randomFrom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return Array.from({ length: VISITORS }, (_, number): Visit[] => {
    const source = SOURCES[Math.floor(SOURCES.length * random() ** 2)] ?? SOURCES[0];
    const kind = random() < 0.05 ? "bot" : random() < 0.05 ? "program" : "person";
    const agent = kind === "bot" ? BOT : pick<string>(source.agents);
    const visitor: Visitor = { number, source, agent, country: pick(COUNTRIES), kind };
    const days = Array.from({ length: 1 + below(3) }, () => below(DAYS));
    return [...new Set(days)].flatMap((day) => {
      const slots = random() < 0.2 ? [below(SLOTS / 2), SLOTS / 2 + below(SLOTS / 2)] : [below(SLOTS)];
      return slots.map((slot) => ({
        visitor,
        day,
        slot,
        clicks: ITEMS.map((_, at) => at).filter(() => random() < 0.25),
        lateDays: random() < 0.03 ? 1 : 0,
        repeats: random() < 0.2 ? 2 : 1,
      }));
    });
  }).flat();
}

const ITEMS = ["Kiln", "Bud vase", "Mug"];

const addressOf = (number: number) => `81.${2 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;

async function send(
  server: TestServer,
  { visitor, clicks, day, slot, lateDays, repeats }: Visit,
  ids: string[],
) {
  const at = lateDays > 0 ? { at: new Date(timeOf(day, slot)).toISOString() } : {};
  const view = { username: "mira", eventType: "view", ...visitor.source.event, ...at };
  const clicked = clicks.map((nth) => ({ username: "mira", eventType: "click", itemId: ids[nth], ...at }));
  const events = visitor.kind === "program" ? clicked : [view, ...clicked];
  const headers = {
    "User-Agent": visitor.agent,
    "X-Forwarded-For": addressOf(visitor.number),
    "CF-IPCountry": visitor.country,
  };
  for (let time = 0; time < repeats && events.length > 0; time += 1)
    expect((await server.browser().post("/api/analytics/track", { events }, headers)).status).toBe(204);
}

const START = Date.parse("2026-03-01T12:00:00Z");
const timeOf = (day: number, slot: number) => START + day * DAY + slot * HOUR;

type Truth = { views: number; clicks: number; visitors: number };

function truthOf(
  visits: readonly Visit[],
  by: (visit: Visit) => string | number,
  { asSent = false } = {},
): Map<string, Truth> {
  const truth = new Map<string, Truth>();
  const seen = new Set<string>();
  for (const visit of visits) {
    const key = String(by(visit));
    const sum = truth.get(key) ?? { views: 0, clicks: 0, visitors: 0 };
    const day = Math.floor(timeOf(visit.day, visit.slot) / DAY);
    const person = `${key} ${visit.visitor.number} ${day} ${asSent ? visit.lateDays : ""}`;
    sum.views += 1;
    sum.clicks += visit.clicks.length;
    if (!seen.has(person)) sum.visitors += 1;
    seen.add(person);
    truth.set(key, sum);
  }
  return truth;
}

async function openPage(server: TestServer): Promise<{ mira: Browser; ids: string[] }> {
  const mira = await server.signedIn("mira@example.org", "Mira");
  const { id: shelf } = (await (await mira.post("/api/shelves", { name: "Books" })).json()) as { id: string };
  const ids: string[] = [];
  for (const title of ITEMS) {
    const form = await mira.form("POST", `/api/shelves/${shelf}/items`, {
      title,
      url: "https://example.org",
    });
    ids.push(((await form.json()) as { id: string }).id);
  }
  return { mira, ids };
}

test("Totals and sources are those of a known population, and unique visitors within 2 %", async () => {
  const server = await openTestServer({ env: { TRUST_PROXY: "2001:db8::/32", PLAN_LIMITS: "off" } });
  const { mira, ids } = await openPage(server);
  const visits = population();
  const due = Map.groupBy(visits, ({ day, slot, lateDays }) => (day + lateDays) * SLOTS + slot);
  let now = START;
  for (const slot of [...due.keys()].toSorted((a, b) => a - b)) {
    const at = timeOf(Math.floor(slot / SLOTS), slot % SLOTS);
    server.wait(at + MINUTE - now);
    now = at + MINUTE;
    const sent = due.get(slot) ?? [];
    for (let start = 0; start < sent.length; start += AT_ONCE)
      await Promise.all(sent.slice(start, start + AT_ONCE).map((visit) => send(server, visit, ids)));
  }
  server.wait(2 * DAY);

  const people = visits.filter(({ visitor }) => visitor.kind === "person");
  const range = "from=2026-03-01&to=2026-04-02";
  const read = async <T>(path: string) => (await (await mira.get(`/api/${path}`)).json()) as T;
  const { total, items, breakdowns } = await read<RangeFigures>(`overview/range?${range}`);
  const all = truthOf(people, () => "all").get("all") as Truth;
  expect([total.views, total.clicks]).toEqual([all.views, all.clicks]);
  expect(Math.abs(total.visitors - all.visitors) / all.visitors).toBeLessThan(0.02);

  for (const [by, valueOf] of [
    ["referrer", ({ visitor }: Visit) => visitor.source.name],
    ["country", ({ visitor }: Visit) => visitor.country],
  ] as const) {
    const { rows } = await read<Breakdown>(`analytics/breakdown?by=${by}&${range}`);
    expect(rows).toEqual(breakdowns?.[by]);
    expect(new Map(rows.map(({ value, ...counts }) => [value, counts]))).toEqual(
      truthOf(people, valueOf, { asSent: true }),
    );
  }
  const clicksOf = (nth: number) => people.filter(({ clicks }) => clicks.includes(nth)).length;
  expect(new Map(items.map(({ title, clicks }) => [title, clicks]))).toEqual(
    new Map(ITEMS.map((title, nth) => [title, clicksOf(nth)])),
  );
  const instagram = people.filter(({ visitor }) => visitor.source.name === "Instagram");
  const days = truthOf(instagram, ({ day, slot }) => new Date(timeOf(day, slot)).toISOString().slice(0, 10));
  const series = await read<DayCounts[]>(`analytics/series?${range}&filterBy=referrer&filterValue=Instagram`);
  for (const { date, views, clicks } of series)
    expect([date, views, clicks]).toEqual([date, days.get(date)?.views ?? 0, days.get(date)?.clicks ?? 0]);
}, 600_000);
