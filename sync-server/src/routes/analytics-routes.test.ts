import type {
  Activity,
  DayCounts,
  PopularItem,
  ShelfAnalytics,
  SummaryAnalytics,
} from "@shelv/contract/analytics";
import { describe, expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import { runAllSteps } from "#testing/run-all-steps";
import type { Browser } from "#testing/browser";
import { hashedNetworks } from "#http/rate-limits/hashed-address";
import { LIMITS } from "#http/rate-limits/limits";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PHONE } from "#testing/visitor";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function openPage() {
  const server = await openTestServer({ env: { TRUST_PROXY: "2001:db8::/32" } });
  const mira = await server.signedIn("mira@example.org", "Mira");
  const [books, kitchen] = [await addShelf(mira, "Books"), await addShelf(mira, "Kitchen")];
  const item = await addItem(mira, books, "Kiln");
  return { server, mira, books, kitchen, item };
}

const addShelf = async (owner: Browser, name: string) =>
  ((await (await owner.post("/api/shelves", { name })).json()) as { id: string }).id;
const addItem = async (owner: Browser, shelfId: string, title: string) =>
  (
    (await (
      await owner.form("POST", `/api/shelves/${shelfId}/items`, { title, url: "https://example.org" })
    ).json()) as { id: string }
  ).id;

async function track(
  server: TestServer,
  visitor: number,
  event: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const from = { "User-Agent": PHONE, "X-Forwarded-For": `203.0.113.${visitor}`, ...headers };
  const answer = await server.browser().post("/api/analytics/track", event, from);
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([204, "", []]);
}

const view = { username: "mira", eventType: "view" };
const click = (itemId: string) => ({ username: "mira", eventType: "click", itemId });
const read = async <T>(owner: Browser, name: string) =>
  (await (await owner.get(`/api/analytics/${name}`)).json()) as T;
const totals = async (owner: Browser) => {
  const { views, clicks } = await read<SummaryAnalytics>(owner, "summary");
  return [views.total, clicks.total];
};

describe("The analytics of a page", () => {
  test("start at zero, in words that a dashboard can show", async () => {
    const server = await openTestServer();
    const mira = await server.signedIn("mira@example.org", "Mira");
    const zero = { total: 0, change: "0%" };
    expect(await read(mira, "summary")).toEqual({
      views: zero,
      clicks: zero,
      ctr: { total: "0%", change: "0%" },
    });
    expect(await read(mira, "shelves")).toEqual({});
    expect(await read(mira, "popular-items")).toEqual([]);
    expect(await read(mira, "activities")).toEqual([]);
  });

  test("count a view for the page and each shelf on it, a click for the item and its shelf", async () => {
    const { server, mira, books, kitchen, item } = await openPage();
    for (const visitor of [1, 2, 3, 4]) await track(server, visitor, view);
    await track(server, 1, click(item));
    expect(await read(mira, "summary")).toEqual({
      views: { total: 4, change: "+100%" },
      clicks: { total: 1, change: "+100%" },
      ctr: { total: "25%", change: "+100%" },
    });
    expect(await read<ShelfAnalytics>(mira, "shelves")).toEqual({
      [books]: { views: 4, clicks: 1, ctr: "25%" },
      [kitchen]: { views: 4, clicks: 0, ctr: "0%" },
    });
    expect(await read<PopularItem[]>(mira, "popular-items")).toEqual([
      { id: item, title: "Kiln", imageUrl: null, clicks: 1, clickPercentage: "100%" },
    ]);
  });

  test("compare the last seven days with the seven before", async () => {
    const { server, mira, item } = await openPage();
    for (const visitor of [1, 2, 3, 4]) await track(server, visitor, view);
    await track(server, 1, click(item));
    server.wait(6 * DAY);
    expect((await read<SummaryAnalytics>(mira, "summary")).views).toEqual({ total: 4, change: "+100%" });
    server.wait(DAY);
    expect((await read<SummaryAnalytics>(mira, "summary")).views).toEqual({ total: 4, change: "-100%" });
    for (const visitor of [1, 2, 3, 4, 5]) await track(server, visitor, view);
    await track(server, 1, click(item));
    expect(await read(mira, "summary")).toEqual({
      views: { total: 9, change: "+25%" },
      clicks: { total: 2, change: "0%" },
      ctr: { total: "22.2%", change: "-20%" },
    });
    server.wait(14 * DAY);
    expect((await read<SummaryAnalytics>(mira, "summary")).views).toEqual({ total: 9, change: "0%" });
  });

  test("are listed by UTC day, including days without events", async () => {
    const { server, mira, item } = await openPage();
    await track(server, 1, view);
    server.wait(2 * DAY);
    await track(server, 1, view);
    await track(server, 1, click(item));
    expect(await read<DayCounts[]>(mira, "series?days=4")).toEqual([
      { date: "2026-02-28", views: 0, clicks: 0, visitors: 0 },
      { date: "2026-03-01", views: 1, clicks: 0, visitors: 1 },
      { date: "2026-03-02", views: 0, clicks: 0, visitors: 0 },
      { date: "2026-03-03", views: 1, clicks: 1, visitors: 1 },
    ]);
    expect(await read<DayCounts[]>(mira, "series")).toHaveLength(30);
    await mira.put("/api/user/plan", { plan: "pro" });
    expect(await read<DayCounts[]>(mira, "series?days=365")).toHaveLength(365);
    for (const days of ["0", "366", "-1", "1.5", "many", ""])
      expect((await mira.get(`/api/analytics/series?days=${days}`)).status).toBe(400);
  });

  test("list activities, newest first, with the proxy's country", async () => {
    const { server, mira, item } = await openPage();
    server.wait(MINUTE);
    await track(server, 1, view, { "CF-IPCountry": "DE", "CF-Region": "Bavaria" });
    server.wait(MINUTE);
    await track(server, 1, click(item), { "CF-IPCountry": "JP" });
    server.wait(MINUTE);
    await track(server, 3, view);
    const listed = await read<Activity[]>(mira, "activities");
    const id = expect.any(String) as string;
    expect(listed).toEqual([
      {
        id,
        type: "view",
        itemTitle: null,
        shelfName: null,
        location: null,
        timestamp: "2026-03-01T12:03:00.000Z",
      },
      {
        id,
        type: "click",
        itemTitle: "Kiln",
        shelfName: "Books",
        location: "Japan",
        timestamp: "2026-03-01T12:02:00.000Z",
      },
      {
        id,
        type: "view",
        itemTitle: null,
        shelfName: null,
        location: "Bavaria, Germany",
        timestamp: "2026-03-01T12:01:00.000Z",
      },
      {
        id,
        type: "add",
        itemTitle: "Kiln",
        shelfName: "Books",
        location: null,
        timestamp: "2026-03-01T12:00:00.000Z",
      },
    ]);
  });

  test("use the address's country if the proxy has none", async () => {
    const { server, mira } = await openPage();
    await track(server, 1, view, { "X-Forwarded-For": "133.11.0.1" });
    await track(server, 1, view, { "X-Forwarded-For": "2a01:4f8::1" });
    expect((await read<Activity[]>(mira, "activities")).map(({ location }) => location)).toEqual([
      "Germany",
      "Japan",
      null,
    ]);
  });

  test("still list activities of deleted items, but no longer count them", async () => {
    const { server, mira, books, kitchen, item } = await openPage();
    const knife = await addItem(mira, kitchen, "Knife");
    for (const visitor of [1, 2, 3]) await track(server, visitor, view);
    for (const visitor of [1, 2, 3]) await track(server, visitor, click(item));
    await track(server, 1, click(knife));
    await mira.delete(`/api/shelves/${books}`);
    expect(await read<PopularItem[]>(mira, "popular-items")).toEqual([
      expect.objectContaining({ id: knife, clicks: 1, clickPercentage: "25%" }),
    ]);
    expect(Object.keys(await read<ShelfAnalytics>(mira, "shelves"))).toEqual([kitchen]);
    expect((await read<SummaryAnalytics>(mira, "summary")).clicks.total).toBe(4);
    expect(
      (await read<Activity[]>(mira, "activities")).filter(
        ({ itemTitle, shelfName }) => itemTitle === "Kiln" && shelfName === "Books",
      ),
    ).toHaveLength(4);
  });

  test("belong to one owner: another owner's item is not counted, and their activities are not listed", async () => {
    const { server, mira, item } = await openPage();
    const noor = await server.signedIn("noor@example.org", "Noor");
    await track(server, 1, { username: "Noor", eventType: "view" });
    await track(server, 1, { username: "Noor", eventType: "click", itemId: item });
    expect([await totals(mira), await totals(noor)]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(await read<Activity[]>(noor, "activities")).toHaveLength(1);
  });
});

describe("An event that counts", () => {
  test("is one view per visitor in half an hour, and one click per item in a minute", async () => {
    const { server, mira, books, item } = await openPage();
    const other = await addItem(mira, books, "Other");
    const both = async () => {
      await track(server, 1, view);
      await track(server, 1, click(item));
      await track(server, 1, click(other));
      return totals(mira);
    };
    expect(await both()).toEqual([1, 2]);
    server.wait(MINUTE - 1);
    expect(await both()).toEqual([1, 2]);
    server.wait(1);
    expect(await both()).toEqual([1, 4]);
    server.wait(29 * MINUTE - 1);
    expect(await both()).toEqual([1, 6]);
    server.wait(1);
    expect(await both()).toEqual([2, 6]);
  });

  test("is distinguished by address and browser, and its username may have any case", async () => {
    const { server, mira } = await openPage();
    await track(server, 1, view);
    await track(server, 1, { ...view, username: "MIRA" });
    await track(server, 2, view);
    await track(server, 1, view, { "User-Agent": PHONE.replace("141", "142") });
    expect(await totals(mira)).toEqual([3, 0]);
  });

  test("is not the owner's, not a bot's, and not one without a user agent", async () => {
    const { server, mira, item } = await openPage();
    for (const event of [view, click(item)])
      await mira.post("/api/analytics/track", event, { "User-Agent": PHONE });
    for (const bot of [
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "curl/8.1.2",
      "",
    ]) {
      for (const event of [view, click(item)]) await track(server, 1, event, { "User-Agent": bot });
    }
    expect(await totals(mira)).toEqual([0, 0]);
    const noor = await server.signedIn("noor@example.org", "Noor");
    expect((await noor.post("/api/analytics/track", view, { "User-Agent": PHONE })).status).toBe(204);
    expect(await totals(mira)).toEqual([1, 0]);
  });

  test.each([
    ["Sec-Purpose", "prefetch;prerender"],
    ["Sec-Purpose", "prefetch"],
    ["Purpose", "prefetch"],
    ["X-Purpose", "preview"],
    ["X-Moz", "prefetch"],
  ])("is not one of a page that is not open yet (%s: %s), but counts when it is", async (name, purpose) => {
    const { server, mira } = await openPage();
    await track(server, 1, view, { [name]: purpose });
    expect(await totals(mira)).toEqual([0, 0]);
    await track(server, 1, view);
    expect(await totals(mira)).toEqual([1, 0]);
  });

  test("is not for an unknown user, an unknown item or a hidden page; the answer is the same for all", async () => {
    const { server, mira, item } = await openPage();
    const hide = (isHidden: boolean) => mira.put("/api/user/settings", { publicProfile: !isHidden });
    await track(server, 1, { username: "nobody", eventType: "view" });
    await track(server, 1, { username: "not even a name", eventType: "view" });
    await track(server, 1, click(uuid()));
    await hide(true);
    await track(server, 1, view);
    await track(server, 1, click(item));
    expect(await totals(mira)).toEqual([0, 0]);
    await hide(false);
    await track(server, 1, view);
    await track(server, 1, click(item));
    expect(await totals(mira)).toEqual([1, 1]);
  });

  test("is no click on an item without a link", async () => {
    const { server, mira, item } = await openPage();
    await mira.put("/api/user/settings", { showAnalytics: true });
    for (const visitor of [1, 2]) await track(server, visitor, view);
    await track(server, 1, click(item));
    expect(await totals(mira)).toEqual([2, 1]);
    expect(await (await server.browser().get("/Mira")).text()).toContain("1 click<");
    await mira.form("PATCH", `/api/items/${item}`, { url: "" });
    await track(server, 2, click(item));
    expect(await totals(mira)).toEqual([2, 1]);
    expect(await (await server.browser().get("/Mira")).text()).not.toContain("1 click<");
  });

  test("may be up to two days late, on its own day; a future time becomes now", async () => {
    const { server, mira, item } = await openPage();
    await track(server, 1, { ...view, at: "2026-02-27T12:00:00.000Z" });
    await track(server, 2, { ...view, at: "2026-02-27T11:59:59.999Z" });
    await track(server, 3, view);
    await track(server, 3, { ...click(item), at: "2027-01-01T00:00:00Z" });
    const days = await read<DayCounts[]>(mira, "series?days=3");
    expect(days.map(({ views, clicks }) => [views, clicks])).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(
      (await read<Activity[]>(mira, "activities")).map(({ type, timestamp }) => [type, timestamp]),
    ).toEqual([
      ["click", "2026-03-01T12:00:00.000Z"],
      ["view", "2026-03-01T12:00:00.000Z"],
      ["add", "2026-03-01T12:00:00.000Z"],
      ["view", "2026-02-27T12:00:00.000Z"],
    ]);
  });

  test("may be in a batch, even late; each visitor counts once per window, in any order", async () => {
    const { server, mira, item } = await openPage();
    const at = (minute: number) =>
      new Date(Date.parse("2026-03-01T09:00:00Z") + minute * MINUTE).toISOString();
    const events = [60, 0, 29, 31, 30].map((minute) => ({ ...view, at: at(minute) }));
    for (let sent = 0; sent < 2; sent += 1)
      await track(server, 1, { events: [...events, { ...click(item), at: at(0) }] });
    expect(await totals(mira)).toEqual([3, 1]);
  });

  test("is limited to 3 late views and 20 late clicks per visitor and day, whatever times the device claims", async () => {
    const { server, mira, item } = await openPage();
    const spaced = (event: object, count: number, everyMinutes: number) =>
      Array.from({ length: count }, (_, number) => ({
        ...event,
        at: new Date(Date.parse("2026-03-01T12:00:00Z") - number * everyMinutes * MINUTE).toISOString(),
      }));
    await track(server, 1, { events: spaced(view, 96, 30) });
    for (let request = 0; request < 5; request += 1)
      await track(server, 1, { events: spaced(click(item), 100, 1) });
    expect(await totals(mira)).toEqual([3, 20]);
    await track(server, 2, { events: spaced(view, 1, 30) });
    await track(server, 1, view);
    expect(await totals(mira)).toEqual([4, 20]);
    server.wait(DAY);
    await track(server, 1, { events: spaced(view, 1, 30) });
    expect(await totals(mira)).toEqual([5, 20]);
  });

  test("is limited to 60 events per hour, network and page, whatever browsers it names", async () => {
    const { server, mira, item } = await openPage();
    const noor = await server.signedIn("noor@example.org", "noor");
    const from = (number: number) => ({ "User-Agent": `${PHONE} Build/${number}` });
    for (let number = 0; number < 70; number += 1) await track(server, 1, view, from(number));
    await track(server, 1, click(item));
    expect(await totals(mira)).toEqual([60, 0]);
    await track(server, 1, { username: "noor", eventType: "view" });
    await track(server, 2, view);
    expect([await totals(mira), await totals(noor)]).toEqual([
      [61, 0],
      [1, 0],
    ]);
    server.wait(HOUR);
    await track(server, 1, view, from(71));
    expect(await totals(mira)).toEqual([62, 0]);
  });

  test("uses none of a network's quota if it does not count", async () => {
    const { server, mira } = await openPage();
    for (let number = 0; number < 70; number += 1) await track(server, 1, view);
    await track(server, 1, view, { "User-Agent": `${PHONE} Build/1` });
    expect(await totals(mira)).toEqual([2, 0]);
  });
});

describe("An event", () => {
  test.each([
    ["application/json", JSON.stringify(view)],
    ["text/plain;charset=UTF-8", JSON.stringify(view)],
  ])("may be sent as %s", async (type, body) => {
    const { server, mira } = await openPage();
    const answer = await server
      .browser()
      .send("POST", "/api/analytics/track", { body, headers: { "Content-Type": type, "User-Agent": PHONE } });
    expect([answer.status, await totals(mira)]).toEqual([204, [1, 0]]);
  });

  test("may be a link's ping, with its data in the address", async () => {
    const { server, mira, item } = await openPage();
    const headers = { "Content-Type": "text/ping", "Ping-To": "https://example.org/", "User-Agent": PHONE };
    const address = `/api/analytics/track?username=Mira&eventType=click&itemId=${item}`;
    const answer = await server.browser().send("POST", address, { body: "PING", headers });
    expect([answer.status, await totals(mira)]).toEqual([204, [0, 1]]);
  });

  test.each([
    ["without a name", { eventType: "view" }],
    ["of an unknown kind", { username: "mira", eventType: "add" }],
    ["that clicked nothing", { username: "mira", eventType: "click" }],
    ["at a time that is none", { ...view, at: "yesterday" }],
    ["at a day that there is not", { ...view, at: "2026-13-45T00:00:00Z" }],
    ["that is a list of none", { events: [] }],
    ["that is a list of too many", { events: Array.from({ length: 101 }, () => view) }],
  ])("%s is invalid", async (_, event) => {
    const server = await openTestServer();
    expect((await server.browser().post("/api/analytics/track", event)).status).toBe(400);
  });

  test("that is invalid gets its error, alone and in a batch", async () => {
    const browser = (await openTestServer()).browser();
    const pathsOf = async (body: object) => {
      const answer = await browser.post("/api/analytics/track", body);
      return ((await answer.json()) as { issues: { path: string }[] }).issues.map(({ path }) => path);
    };
    const noItem = { username: "mira", eventType: "click" };
    expect(await pathsOf(noItem)).toEqual(["itemId"]);
    expect(await pathsOf({ eventType: "view" })).toEqual(["username"]);
    expect(await pathsOf({ username: "mira" })).toEqual(["eventType"]);
    expect(await pathsOf({ events: [view, noItem] })).toEqual(["events.1.itemId"]);
  });

  test("from another site is refused", async () => {
    const { server, mira } = await openPage();
    const answer = await server
      .browser()
      .post("/api/analytics/track", view, { Origin: "https://evil.example", "User-Agent": PHONE });
    expect([answer.status, await totals(mira)]).toEqual([403, [0, 0]]);
  });
});

test("Stored data does not identify a visitor, and a day's marks are deleted with it", async () => {
  const { server, item } = await openPage();
  const { db, tracker } = server.services;
  await track(server, 77, view);
  await track(server, 77, click(item));
  const marks = await db.reader.selectFrom("analytics_seen").selectAll().execute();
  expect(marks).toHaveLength(2);
  for (const table of [
    "analytics_day",
    "analytics_total",
    "analytics_activity",
    "analytics_ring",
    "analytics_seen",
    "analytics_quota",
  ] as const) {
    const text = JSON.stringify(await db.reader.selectFrom(table).selectAll().execute());
    expect(text).not.toContain("203.0.113");
    expect(text).not.toContain("Pixel");
  }
  server.wait(11 * HOUR);
  await runAllSteps(tracker.forgetMarks());
  expect(await db.reader.selectFrom("analytics_seen").selectAll().execute()).toHaveLength(2);
  server.wait(HOUR);
  await track(server, 77, view);
  await runAllSteps(tracker.forgetMarks());
  const left = await db.reader.selectFrom("analytics_seen").selectAll().execute();
  expect(left).toHaveLength(1);
  expect(await db.reader.selectFrom("analytics_quota").selectAll().execute()).toHaveLength(1);
  expect(marks.map(({ mark }) => mark)).not.toContain(left[0]?.mark);
  expect(
    await db.reader.selectFrom("daily_salt").select("day").where("purpose", "=", "visitor").execute(),
  ).toEqual([{ day: "2026-03-02" }]);
});

test.each([
  { part: "block", near: "2a01:4f8:1:ff00::1", far: "2a01:4f8:2:1::1" },
  { part: "site", near: "2a01:4f8:1:ff::1", far: "2a01:4f8:1:ff00::1" },
] as const)("Networks of one $part share a limit, and another $part is not affected", async (row) => {
  const { server } = await openPage();
  const { limits, addressSalt } = server.services;
  const networks = await hashedNetworks("2a01:4f8:1:1::1", addressSalt);
  const limit = `tracked-by-${row.part}` as const;
  await limits.takeMany(LIMITS[limit].points - 1, [limit, networks[row.part]]);
  const statusFrom = async (address: string) => {
    const from = { "User-Agent": PHONE, "X-Forwarded-For": address };
    return (await server.browser().post("/api/analytics/track", view, from)).status;
  };
  expect(await statusFrom("2a01:4f8:1:2::1")).toBe(204);
  expect(await statusFrom(row.near)).toBe(429);
  expect(await statusFrom(row.far)).toBe(204);
});
