import { expect, test } from "vitest";
import { isHiddenFromVisitors, needsLook, NEW_ITEM_MARKS, SILENCED_FOR_MS, UNCHECKED } from "./item.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const later = new Date(Date.parse(NOW) + SILENCED_FOR_MS).toISOString();
const item = (more: object) => ({ ...NEW_ITEM_MARKS, ...UNCHECKED, ...more });

test.each([
  [{}, false],
  [{ linkState: "ok" }, false],
  [{ linkState: "unsure" }, false],
  [{ linkState: "gone" }, true],
  [{ linkState: "sold-out" }, true],
  [{ linkState: "gone", isHidden: true }, false],
  [{ linkState: "gone", silencedUntil: later }, false],
])("an item with %j needs a look: %s", (more, needs) => {
  expect(needsLook(item(more))).toBe(needs);
});

test("keeping an item silences it for ninety days", () => {
  expect(later).toBe("2026-05-30T12:00:00.000Z");
});

test.each([
  [{ isHidden: true }, false, true],
  [{ linkState: "gone" }, false, false],
  [{ linkState: "gone" }, true, true],
  [{ linkState: "gone", silencedUntil: later }, true, false],
  [{ linkState: "sold-out" }, true, false],
])("an item with %j, hiding gone links %s, is hidden from visitors: %s", (more, hides, isHidden) => {
  expect(isHiddenFromVisitors(item(more), hides)).toBe(isHidden);
});
