import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DEDUPE_WITHIN_MS, dedupeEvents } from "./count-events.ts";

const MINUTE = 60_000;

test("A window is half an hour for a view and a minute for a click, in both directions, excluding its end", () => {
  expect(DEDUPE_WITHIN_MS).toEqual({ view: 30 * MINUTE, click: MINUTE });
  const at = (...times: number[]) => times.map((at) => ({ mark: "a", at, type: "click" as const }));
  expect(dedupeEvents(at(0, MINUTE - 1, MINUTE, 2 * MINUTE), [])).toEqual(at(0, MINUTE, 2 * MINUTE));
  expect(dedupeEvents(at(MINUTE, 1, 0), [])).toEqual(at(MINUTE, 0));
  expect(dedupeEvents(at(0, 5 * MINUTE), [{ mark: "a", at: MINUTE - 1 }])).toEqual(at(5 * MINUTE));
});

/** Few visitors and few minutes, so that windows often overlap. */
const someEvents = fc.array(
  fc.record({
    mark: fc.constantFrom("a", "b"),
    at: fc.integer({ min: 0, max: 90 }).map((minute) => minute * MINUTE),
    type: fc.constant("view" as const),
  }),
  { maxLength: 40 },
);
const isNear = (one: { mark: string; at: number }, other: { mark: string; at: number }) =>
  one.mark === other.mark && Math.abs(one.at - other.at) < DEDUPE_WITHIN_MS.view;

test("No two counted events are near each other, and each uncounted one is near a counted one", () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const counted = dedupeEvents(events, []);
      for (const [index, one] of counted.entries())
        expect(counted.slice(index + 1).some((other) => isNear(one, other))).toBe(false);
      for (const one of events) expect(counted.some((other) => isNear(one, other))).toBe(true);
    }),
  );
});

test("The result is the same for any batches", () => {
  fc.assert(
    fc.property(someEvents, fc.integer({ min: 1, max: 10 }), (events, size) => {
      const inPieces: typeof events = [];
      for (let start = 0; start < events.length; start += size)
        inPieces.push(...dedupeEvents(events.slice(start, start + size), inPieces));
      expect(inPieces).toEqual(dedupeEvents(events, []));
    }),
  );
});
