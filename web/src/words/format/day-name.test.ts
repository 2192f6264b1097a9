import { expect, test } from "vitest";
import { dayName, daySpan, longDayName, monthName } from "./day-name";

test("a day has the server's date, wherever it is read", () => {
  const zone = process.env["TZ"];
  for (const there of ["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"]) {
    process.env["TZ"] = there;
    expect(dayName("2026-03-29")).toBe("Mar 29");
    expect(longDayName("2026-03-29")).toBe("Sun, Mar 29, 2026");
    expect(monthName("2026-03-01")).toBe("Mar 2026");
  }
  process.env["TZ"] = zone;
});

test.each([
  ["2026-03-01", "2026-03-01", "Mar 1"],
  ["2026-03-01", "2026-04-09", "Mar 1 – Apr 9"],
  ["2025-12-30", "2026-01-02", "Dec 30, 2025 – Jan 2, 2026"],
  ["2025-01-01", "2025-02-01", "Jan 1, 2025 – Feb 1, 2025"],
  ["2025-01-01", "2025-01-01", "Jan 1, 2025"],
])("the days from %s to %s are named %j in 2026", (from, to, name) =>
  expect(daySpan(from, to, "2026-04-09")).toBe(name),
);
