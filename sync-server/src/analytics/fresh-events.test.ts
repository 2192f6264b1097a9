import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DEDUPE_WITHIN_MS, freshEvents } from "./count-events.ts";
import type { VisitValues } from "./visitor/sender.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Event = Parameters<typeof freshEvents>[0][number];

const view = (at: number, viewMark = "a", source: VisitValues = { referrer: "direct" }): Event => ({
  type: "view",
  at,
  mark: viewMark,
  viewMark,
  isPing: false,
  source,
});
const click = (at: number, viewMark = "a"): Event => ({
  type: "click",
  at,
  mark: `${viewMark} item`,
  viewMark,
  isPing: false,
  source: null,
});
const seen = ({ mark, at }: Event) => ({ mark, at, source: null });
const timesOf = (events: readonly Event[], before: Event[] = []) =>
  freshEvents(events, before.map(seen)).map(({ at }) => at);

test("A window is half an hour for a view and a minute for a click, in both directions, excluding its end", () => {
  expect(DEDUPE_WITHIN_MS).toEqual({ view: 30 * MINUTE, click: MINUTE });
  const clicks = (...times: number[]) => times.map((at) => click(at));
  expect(timesOf(clicks(0, MINUTE - 1, MINUTE, 2 * MINUTE))).toEqual([0, MINUTE, 2 * MINUTE]);
  expect(timesOf(clicks(MINUTE, 1, 0))).toEqual([MINUTE, 0]);
  expect(timesOf(clicks(0, 5 * MINUTE), clicks(MINUTE - 1))).toEqual([5 * MINUTE]);
  expect(timesOf([view(0), view(30 * MINUTE - 1), view(30 * MINUTE)])).toEqual([0, 30 * MINUTE]);
});

test("A click counts only with a view of its visitor; a ping counts without one, and so does a click in the first hour of a day, as the page may have been opened before", () => {
  expect(timesOf([click(HOUR), view(HOUR, "b"), click(HOUR + 1)])).toEqual([HOUR]);
  expect(timesOf([view(HOUR), click(HOUR + 1)])).toEqual([HOUR, HOUR + 1]);
  expect(timesOf([click(HOUR + 1)], [view(5 * HOUR)])).toEqual([HOUR + 1]);
  expect(timesOf([click(HOUR - 1)])).toEqual([HOUR - 1]);
  expect(timesOf([{ ...click(HOUR), isPing: true }])).toEqual([HOUR]);
});

test("A click belongs to the source of its visitor's newest view", () => {
  const instagram = { referrer: "Instagram" };
  const spring = { referrer: "direct", utm_source: "newsletter", utm_campaign: "spring" };
  const events = [view(0, "a", instagram), click(1), view(HOUR, "a", spring), click(HOUR + 1), click(2, "b")];
  expect(freshEvents(events, []).map(({ source }) => source)).toEqual([
    instagram,
    instagram,
    spring,
    spring,
    {},
  ]);
  const before = [{ mark: "a", at: 0, source: JSON.stringify(instagram) }];
  expect(freshEvents([click(1)], before).map(({ source }) => source)).toEqual([instagram]);
});

test("A visitor is new once per day, on the page and for each item", () => {
  const DAY = 24 * HOUR;
  const events = [view(0), click(0), view(HOUR), click(HOUR), view(DAY), view(-HOUR)];
  expect(freshEvents(events, []).map(({ isNewVisitor }) => isNewVisitor)).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
});

const someEvents = fc.array(
  fc
    .tuple(fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 90 }))
    .map(([mark, minute]) => view(minute * MINUTE, mark)),
  { maxLength: 40 },
);
const isNear = (one: { mark: string; at: number }, other: { mark: string; at: number }) =>
  one.mark === other.mark && Math.abs(one.at - other.at) < DEDUPE_WITHIN_MS.view;

test("No two counted events are near each other, and each uncounted one is near a counted one", () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const counted = freshEvents(events, []);
      for (const [index, one] of counted.entries())
        expect(counted.slice(index + 1).some((other) => isNear(one, other))).toBe(false);
      for (const one of events) expect(counted.some((other) => isNear(one, other))).toBe(true);
    }),
  );
});

test("The result is the same for any batches", () => {
  fc.assert(
    fc.property(someEvents, fc.integer({ min: 1, max: 10 }), (events, size) => {
      const inPieces: Event[] = [];
      for (let start = 0; start < events.length; start += size)
        inPieces.push(...freshEvents(events.slice(start, start + size), inPieces.map(seen)));
      expect(inPieces.map(({ at, mark }) => [at, mark])).toEqual(
        freshEvents(events, []).map(({ at, mark }) => [at, mark]),
      );
    }),
  );
});
