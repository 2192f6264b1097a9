/** The simplest model: store every event, and scan all of them. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import { ACTIVITIES_MAX } from "#analytics/tables/activities";
import { startTestServer } from "#testing/open-test-server";
import { countEvents, DEDUPE_WITHIN_MS, type PendingEvent } from "./count-events.ts";
import { dateOf, dayOf } from "./day.ts";
import { ALWAYS, storedDays } from "./days/stored-days.ts";
import { countsOfDay } from "./export-analytics.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-03-01T23:00:00Z");
const TODAY = dayOf(START);
const PAGES = ["mira", "noor"] as const;

type Step = { page: (typeof PAGES)[number] | "nobody"; visitor: number; minute: number; item: number | null };

const steps = fc.array(
  fc.record<Step>({
    page: fc.constantFrom(...PAGES, "nobody"),
    visitor: fc.integer({ min: 1, max: 3 }),
    minute: fc.integer({ min: 0, max: 120 }),
    item: fc.option(fc.integer({ min: 0, max: 2 })),
  }),
  { maxLength: 60 },
);

async function openPages() {
  const server = await startTestServer();
  const { db } = server.services;
  const ids = new Map<string, { userId: string; shelves: string[]; items: string[] }>();
  for (const page of PAGES) {
    const owner = await server.signedIn(`${page}@example.org`, page);
    const { id: userId } = (await (await owner.get("/api/auth/me")).json()) as { id: string };
    const shelves: string[] = [];
    const items: string[] = [];
    for (const name of ["one", "two"]) {
      const shelf = (await (await owner.post("/api/shelves", { name })).json()) as { id: string };
      const form = await owner.form("POST", `/api/shelves/${shelf.id}/items`, {
        title: name,
        url: "https://example.org",
      });
      shelves.push(shelf.id);
      items.push(((await form.json()) as { id: string }).id);
    }
    ids.set(page, { userId, shelves, items });
  }
  return { server, db, ids };
}

test("The daily counts equal a scan of all events, in whatever batches they arrive", async () => {
  const { server, db, ids } = await openPages();
  const toEvent = ({ page, visitor, minute, item }: Step): PendingEvent => ({
    type: item === null ? "view" : "click",
    day: TODAY,
    at: START + minute * MINUTE,
    usernameKey: page,
    callerIds: new Set(),
    location: null,
    source: { referrer: "direct" },
    visitor: { device: "phone", browser: "Chrome" },
    networkMark: `network ${visitor} ${minute}`,
    namesMark: `network ${visitor}`,
    lateMark: null,
    mark: `${page} ${visitor} ${item}`,
    viewMark: `${page} ${visitor} null`,
    isPing: false,
    itemId: item === null ? null : (ids.get(page)?.items[item] ?? uuid()),
  });
  try {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 20 }), async (steps, size) => {
        for (const table of ["analytics_day", "analytics_seen", "analytics_quota"] as const)
          await db.writer.deleteFrom(table).execute();
        for (let start = 0; start < steps.length; start += size) {
          await db.writer
            .transaction()
            .execute((trx) => countEvents(trx, steps.slice(start, start + size).map(toEvent)));
        }
        const found: string[] = [];
        for (const { userId } of ids.values()) {
          for await (const day of storedDays(db.reader, { userId, ...ALWAYS }))
            for (const { of, id, date, views, clicks, visitors } of countsOfDay(day))
              found.push(`${userId} ${of} ${id} ${date}: ${views} ${clicks} ${visitors}`);
        }
        expect(found.toSorted()).toEqual(byLookingThroughAll(steps));
      }),
      { numRuns: 60 },
    );
  } finally {
    await server.close();
  }

  function byLookingThroughAll(steps: readonly Step[]): string[] {
    const counted: Step[] = [];
    for (const step of steps) {
      const withinMs = DEDUPE_WITHIN_MS[step.item === null ? "view" : "click"];
      const isAgain = counted.some(
        (other) =>
          other.page === step.page &&
          other.visitor === step.visitor &&
          other.item === step.item &&
          Math.abs(other.minute - step.minute) * MINUTE < withinMs,
      );
      // In the hour after midnight the page may have been opened before it.
      const isOpen =
        step.item === null ||
        (step.minute >= 60 && step.minute < 120) ||
        counted.some(
          ({ page, visitor, item }) => page === step.page && visitor === step.visitor && item === null,
        );
      if (!isAgain && isOpen && ids.has(step.page) && step.item !== 2) counted.push(step);
    }
    const counts: string[] = [];
    for (const { userId, shelves, items } of ids.values()) {
      for (const day of [TODAY, TODAY + 1]) {
        const ofDay = counted.filter(
          ({ page, minute }) => ids.get(page)?.userId === userId && dayOf(START + minute * MINUTE) === day,
        );
        const viewers = ofDay.filter(({ item }) => item === null).map(({ visitor }) => visitor);
        const [views, visitors] = [viewers.length, new Set(viewers).size];
        const add = (of: string, id: string | null, views: number, clicks: number, visitors: number) => {
          if (views + clicks > 0)
            counts.push(`${userId} ${of} ${id} ${dateOf(day)}: ${views} ${clicks} ${visitors}`);
        };
        add("page", null, views, ofDay.length - views, visitors);
        for (const nth of [0, 1]) {
          const clicks = ofDay.filter(({ item }) => item === nth).length;
          add("item", items[nth] ?? "", 0, clicks, 0);
          add("shelf", shelves[nth] ?? "", views, clicks, visitors);
        }
      }
    }
    return counts.toSorted();
  }
}, 60_000);

test("The newest activities are stored, in whatever batches they arrive", async () => {
  const { server, db, ids } = await openPages();
  try {
    const userId = ids.get("mira")?.userId ?? "";
    const views = Array.from({ length: 3 * ACTIVITIES_MAX }, (_, number): PendingEvent => ({
      type: "view",
      day: TODAY,
      at: START + number,
      usernameKey: "mira",
      itemId: null,
      callerIds: new Set(),
      location: null,
      source: { referrer: "direct" },
      visitor: { device: "phone", browser: "Chrome" },
      viewMark: `visitor ${number}`,
      isPing: false,
      mark: `visitor ${number}`,
      networkMark: `visitor ${number}`,
      namesMark: `visitor ${number}`,
      lateMark: null,
    }));
    const pieces = [
      views.slice(0, 7),
      views.slice(7, ACTIVITIES_MAX - 5),
      views.slice(ACTIVITIES_MAX - 5, ACTIVITIES_MAX + 50),
      views.slice(ACTIVITIES_MAX + 50),
    ];
    for (const piece of pieces) {
      await db.writer.transaction().execute((trx) => countEvents(trx, piece));
      const activities = await db.reader
        .selectFrom("analytics_activity")
        .select("at")
        .where("user_id", "=", userId)
        .where("type", "=", "view")
        .orderBy("at")
        .execute();
      const last = views.indexOf(piece.at(-1) as PendingEvent) + 1;
      const room = last + 2 > ACTIVITIES_MAX ? Math.min(ACTIVITIES_MAX, last) : last;
      expect(activities.map(({ at }) => at)).toEqual(views.slice(last - room, last).map(({ at }) => at));
    }
  } finally {
    await server.close();
  }
});
