import type { Breakdown, CountReset, DayCounts, PopularItem, RangeFigures } from "@shelv/contract/analytics";
import { parse as parseCsv } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import type { Browser } from "#testing/browser";
import { dayOf } from "#analytics/day";
import { DayTable } from "#analytics/days/day-table";
import { dayRow } from "#analytics/days/stored-days";
import { writeDays } from "#analytics/tables/analytics-days";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { MAC, PHONE } from "#testing/visitor";

const INSTAGRAM = `${PHONE} Instagram 380.0.0.48.81 Android (35/15; 420dpi)`;
const DAY = 24 * 60 * 60_000;

async function openPage({ plan = "pro" }: { plan?: "free" | "pro" } = {}) {
  const server = await openTestServer({ env: { TRUST_PROXY: "2001:db8::/32" } });
  const mira = await server.signedIn("mira@example.org", "Mira");
  if (plan === "pro") await mira.put("/api/user/plan", { plan });
  const { id: shelf } = (await (await mira.post("/api/shelves", { name: "Books" })).json()) as { id: string };
  const addItem = async (title: string) => {
    const form = await mira.form("POST", `/api/shelves/${shelf}/items`, {
      title,
      url: "https://example.org",
    });
    return ((await form.json()) as { id: string }).id;
  };
  return { server, mira, shelf, kiln: await addItem("Kiln"), vase: await addItem("Bud vase") };
}

type Visit = { referrer?: string; utm?: object; agent?: string; country?: string; clicks?: string[] };

async function visit(server: TestServer, visitor: number, visited: Visit = {}): Promise<void> {
  const { referrer, utm, agent = PHONE, country, clicks = [] } = visited;
  const events = [
    { username: "mira", eventType: "view", referrer, utm },
    ...clicks.map((itemId) => ({ username: "mira", eventType: "click", itemId })),
  ];
  const answer = await server.browser().post(
    "/api/analytics/track",
    { events },
    {
      "User-Agent": agent,
      "X-Forwarded-For": `203.0.113.${visitor}`,
      ...(country === undefined ? {} : { "CF-IPCountry": country }),
    },
  );
  expect(answer.status).toBe(204);
}

const read = async <T>(owner: Browser, path: string): Promise<T> => {
  const answer = await owner.get(`/api/${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
};
const breakdown = async (owner: Browser, query: string) =>
  (await read<Breakdown>(owner, `analytics/breakdown?${query}`)).rows.map(
    ({ value, views, clicks, visitors }) => [value, views, clicks, visitors],
  );

describe("Where visitors come from", () => {
  test("is counted by referrer, utm, country, device and browser; clicks belong to their visitor's source", async () => {
    const { server, mira, kiln, vase } = await openPage();
    await visit(server, 1, { referrer: "https://www.google.com/", country: "DE", clicks: [kiln, vase] });
    await visit(server, 2, { agent: INSTAGRAM, country: "DE", clicks: [vase] });
    await visit(server, 3, { referrer: "", utm: { source: "Newsletter", campaign: "Spring" }, agent: MAC });
    await visit(server, 4, { referrer: "http://localhost/mira", country: "JP" });
    await visit(server, 5, {
      referrer: `https://shop.example.org/${"x".repeat(2000)}`,
      utm: { source: "y".repeat(900) },
    });
    server.wait(DAY / 24);
    await visit(server, 1, { referrer: "https://t.co/abc", country: "DE" });
    expect(await breakdown(mira, "by=referrer")).toEqual([
      ["direct", 2, 0, 2],
      ["Google", 1, 2, 1],
      ["Instagram", 1, 1, 1],
      ["X", 1, 0, 0],
      ["example.org", 1, 0, 1],
    ]);
    expect(await breakdown(mira, "by=utm_source")).toEqual([
      [null, 4, 3, 3],
      ["newsletter", 1, 0, 1],
      ["y".repeat(100), 1, 0, 1],
    ]);
    expect(await breakdown(mira, "by=utm_campaign")).toContainEqual(["spring", 1, 0, 1]);
    expect(await breakdown(mira, "by=country")).toEqual([
      ["DE", 3, 3, 2],
      [null, 2, 0, 2],
      ["JP", 1, 0, 1],
    ]);
    expect(await breakdown(mira, "by=device")).toEqual([
      ["phone", 5, 3, 4],
      ["desktop", 1, 0, 1],
    ]);
    expect(await breakdown(mira, "by=browser")).toEqual([
      ["Chrome", 4, 2, 3],
      ["Instagram app", 1, 1, 1],
      ["Safari", 1, 0, 1],
    ]);
  });

  test("is filtered by one value, an item or a shelf, in breakdowns, series and all panels alike", async () => {
    const { server, mira, shelf, kiln, vase } = await openPage();
    await visit(server, 1, { referrer: "https://www.google.com/", country: "DE", clicks: [kiln, vase] });
    await visit(server, 2, { referrer: "https://www.google.com/", country: "JP", clicks: [vase] });
    await visit(server, 3, { country: "JP", clicks: [kiln] });
    const google = "filterBy=referrer&filterValue=Google";
    expect(await breakdown(mira, `by=country&${google}`)).toEqual([
      ["DE", 1, 2, 1],
      ["JP", 1, 1, 1],
    ]);
    expect(await breakdown(mira, `by=country&${google}&itemId=${kiln}`)).toEqual([["DE", 0, 1, 1]]);
    expect(await breakdown(mira, `by=referrer&shelfId=${shelf}`)).toEqual([
      ["Google", 2, 3, 2],
      ["direct", 1, 1, 1],
    ]);
    const last = async (query: string) => (await read<DayCounts[]>(mira, `analytics/series?${query}`)).at(-1);
    expect(await last(google)).toEqual({ date: "2026-03-01", views: 2, clicks: 3, visitors: 2 });
    expect(await last(`itemId=${vase}`)).toEqual({ date: "2026-03-01", views: 0, clicks: 2, visitors: 2 });
    const figures = await read<RangeFigures>(mira, `overview/range?${google}&from=2026-02-23&unit=week`);
    expect(figures).toMatchObject({
      from: "2026-02-23",
      to: "2026-03-01",
      total: { views: 2, clicks: 3, visitors: 2 },
      before: { views: 0, clicks: 0, visitors: 0 },
      series: [{ date: "2026-02-23", views: 2, clicks: 3, visitors: 2 }],
      items: [
        { itemId: vase, title: "Bud vase", clicks: 2, clicksBefore: 0 },
        { itemId: kiln, title: "Kiln", clicks: 1, clicksBefore: 0 },
      ],
      resetAt: null,
    });
    expect(figures.breakdowns?.country).toEqual([
      { value: "DE", views: 1, clicks: 2, visitors: 1 },
      { value: "JP", views: 1, clicks: 1, visitors: 1 },
    ]);
    expect(figures.breakdowns?.device).toEqual([{ value: "phone", views: 2, clicks: 3, visitors: 2 }]);
  });

  test("is compared with the period before, in plain words", async () => {
    const { server, mira, kiln, vase } = await openPage({ plan: "free" });
    let visitor = 0;
    const come = async (count: number, visited: Visit) => {
      for (let nth = 0; nth < count; nth += 1) await visit(server, (visitor += 1), visited);
    };
    for (let day = 0; day < 14; day += 1) {
      await come(2, { clicks: [kiln] });
      if (day >= 10) await come(5, { referrer: "https://instagram.com/", clicks: [vase] });
      server.wait(DAY);
    }
    await mira.put("/api/user/plan", { plan: "pro" });
    const figures = await read<RangeFigures>(mira, "overview/range?from=2026-03-08&to=2026-03-14");
    expect([figures.total, figures.before]).toEqual([
      { views: 34, clicks: 34, visitors: 34 },
      { views: 14, clicks: 14, visitors: 14 },
    ]);
    expect(figures.changes?.find(({ by }) => by === "referrer")).toEqual({
      by: "referrer",
      value: "Instagram",
      change: "+100%",
      now: 20,
      before: 0,
      since: "2026-03-11",
      itemId: vase,
      itemTitle: "Bud vase",
    });
  });

  test("is the owner's own", async () => {
    const { server, kiln, shelf } = await openPage();
    const noor = await server.signedIn("noor@example.org", "Noor");
    await noor.put("/api/user/plan", { plan: "pro" });
    await visit(server, 1, { clicks: [kiln] });
    expect(await breakdown(noor, "by=referrer")).toEqual([]);
    for (const query of [`itemId=${kiln}`, `shelfId=${shelf}`, `itemId=${uuid()}`])
      expect((await noor.get(`/api/analytics/breakdown?by=device&${query}`)).status).toBe(404);
    expect((await noor.post(`/api/items/${kiln}/count-resets`, {})).status).toBe(404);
  });
});

test("The Free plan has totals of 30 days; Pro has all dimensions and two years", async () => {
  const { server, mira, kiln } = await openPage({ plan: "free" });
  await visit(server, 1, { clicks: [kiln] });
  const codeOf = async (path: string) =>
    ((await (await mira.get(`/api/${path}`)).json()) as { code?: string }).code ?? "answered";
  const old = "from=2026-01-15&to=2026-02-20";
  const codes = async () => ({
    breakdown: await codeOf("analytics/breakdown?by=country"),
    filtered: await codeOf("analytics/series?filterBy=device&filterValue=phone"),
    oldSeries: await codeOf(`analytics/series?${old}`),
    oldRange: await codeOf(`overview/range?${old}`),
    oldCsv: (await mira.get(`/api/analytics/export.csv?${old}`)).status,
    item: await codeOf(`analytics/series?itemId=${kiln}`),
    range: await codeOf("overview/range"),
  });
  expect(await codes()).toEqual({
    breakdown: "dimensions-need-pro",
    filtered: "dimensions-need-pro",
    oldSeries: "range-needs-pro",
    oldRange: "range-needs-pro",
    oldCsv: 403,
    item: "answered",
    range: "answered",
  });
  expect(await read<RangeFigures>(mira, "overview/range")).toMatchObject({
    total: { views: 1, clicks: 1, visitors: 1 },
    before: null,
    seriesBefore: null,
    breakdowns: null,
    changes: null,
  });
  expect(await read<RangeFigures>(mira, "overview/range?from=2026-02-23")).toMatchObject({
    before: { views: 0 },
  });
  await mira.put("/api/user/plan", { plan: "pro" });
  expect(Object.values(await codes())).toEqual([
    "answered",
    "answered",
    "answered",
    "answered",
    200,
    "answered",
    "answered",
  ]);
});

test("No route and no filter reaches beyond a plan's days: 30 on Free, 731 on Pro", async () => {
  const { server, mira, shelf, kiln } = await openPage();
  await visit(server, 1, { clicks: [kiln] });
  server.wait(13 * DAY);
  const day = (ago: number) =>
    new Date(server.services.now().getTime() - ago * DAY).toISOString().slice(0, 10);
  const routes = [
    "analytics/series",
    "analytics/breakdown?by=country",
    "overview/range",
    "analytics/export.csv",
  ];
  const statuses = async (from: number, to: number) => {
    const found = new Set<number>();
    for (const route of routes)
      for (const filter of ["", `itemId=${kiln}`, `shelfId=${shelf}`, "filterBy=device&filterValue=phone"]) {
        const query = `${filter}&from=${day(from)}&to=${day(to)}`;
        const path = `/api/${route}${route.includes("?") ? "&" : "?"}${query}`;
        found.add((await mira.get(path)).status);
      }
    return [...found];
  };
  expect(await statuses(731, 10)).toEqual([200]);
  expect(await statuses(732, 10)).toEqual([400]);
  expect(await statuses(1500, 1000)).toEqual([400]);
  const before = async (days: number) =>
    (await read<RangeFigures>(mira, `overview/range?from=${day(days - 1)}`)).before;
  expect([(await before(366)) === null, await before(367)]).toEqual([false, null]);
  server.wait(2 * DAY);
  expect(await statuses(31, 10)).toEqual([403]);
});

test("A range has days that exist, in order, at most 731", async () => {
  const { mira } = await openPage();
  for (const query of [
    "from=2026-03-02&to=2026-03-01",
    "from=2024-01-01&to=2026-03-01",
    "from=0001-01-01",
    "from=yesterday",
    "to=2026-13-01",
    "filterBy=country",
    "filterValue=DE",
    "itemId=1",
    "unit=hour",
  ])
    expect([query, (await mira.get(`/api/overview/range?${query}`)).status]).toEqual([query, 400]);
  expect((await mira.get("/api/analytics/breakdown?by=address")).status).toBe(400);
  const months = await read<DayCounts[]>(mira, "analytics/series?from=2025-12-30&to=2026-02-02&unit=month");
  expect(months.map(({ date }) => date)).toEqual(["2025-12-01", "2026-01-01", "2026-02-01"]);
});

test("A reset item counts from now; the page's counts stay, and an undo restores all", async () => {
  const { server, mira, kiln, vase } = await openPage();
  const clicks = async () => {
    const popular = await read<PopularItem[]>(mira, "analytics/popular-items");
    const figures = await read<RangeFigures>(mira, `overview/range?itemId=${kiln}`);
    const all = await read<RangeFigures>(mira, "overview/range");
    const byReferrer = await breakdown(mira, `by=referrer&itemId=${kiln}`);
    return [
      popular.find(({ id }) => id === kiln)?.clicks ?? 0,
      figures.total.clicks,
      all.items.find(({ itemId }) => itemId === kiln)?.clicks ?? 0,
      byReferrer.reduce((sum, [, , clicks]) => sum + Number(clicks), 0),
    ];
  };
  await visit(server, 1, { clicks: [kiln] });
  server.wait(DAY);
  await visit(server, 2, { clicks: [kiln, vase], referrer: "https://x.com/" });
  const full = await clicks();
  expect(full).toEqual([2, 2, 2, 2]);
  const reset = async () =>
    (await (await mira.post(`/api/items/${kiln}/count-resets`, {})).json()) as CountReset;
  const first = await reset();
  expect(await clicks()).toEqual([0, 0, 0, 0]);
  await visit(server, 3, { clicks: [kiln] });
  const second = await reset();
  server.wait(DAY);
  await visit(server, 4, { clicks: [kiln] });
  expect(await clicks()).toEqual([1, 1, 1, 1]);
  const { total, resetAt } = await read<RangeFigures>(mira, `overview/range?itemId=${kiln}`);
  expect([total.clicks, resetAt]).toEqual([1, second.resetAt]);
  expect((await read<RangeFigures>(mira, "overview/range")).total.clicks).toBe(5);
  for (const [{ id }, after] of [
    [second, [2, 2, 2, 2]],
    [second, [2, 2, 2, 2]],
    [first, [4, 4, 4, 4]],
  ] as const) {
    expect((await mira.delete(`/api/items/${kiln}/count-resets/${id}`)).status).toBe(204);
    expect(await clicks()).toEqual(after);
  }
});

test("The CSV export has each day's counts; a spreadsheet runs none of its cells", async () => {
  const { server, mira, shelf, kiln, vase } = await openPage();
  await mira.form("PATCH", `/api/items/${vase}`, {
    title: '=HYPERLINK("https://evil.example","x")',
    url: "https://example.org",
  });
  await visit(server, 1, {
    referrer: "https://x.com/",
    utm: { source: "@cmd", campaign: 'a, "b"' },
    clicks: [kiln, vase],
  });
  server.wait(DAY);
  await visit(server, 2);
  const answer = await mira.get("/api/analytics/export.csv");
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const text = await answer.text();
  const rows = parseCsv<Record<string, string>>(text, { bom: true, columns: true });
  const counts = { views: "1", clicks: "2", visitors: "1", id: "" };
  for (const row of [
    { date: "2026-03-01", by: "page", value: "", ...counts },
    { date: "2026-03-01", by: "shelf", value: "Books", ...counts, id: shelf },
    { date: "2026-03-01", by: "item", value: "Kiln", views: "0", clicks: "1", visitors: "0", id: kiln },
    { date: "2026-03-01", by: "referrer", value: "X", ...counts },
    { date: "2026-03-01", by: "utm_source", value: "'@cmd", ...counts },
    { date: "2026-03-01", by: "utm_campaign", value: 'a, "b"', ...counts },
    { date: "2026-03-02", by: "page", value: "", ...counts, clicks: "0" },
  ])
    expect(rows).toContainEqual(row);
  expect(rows.find(({ id }) => id === vase)?.value).toBe('\'=HYPERLINK("https://evil.example","x")');
  expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^\s*[=+@-]/.test(cell))).toEqual([]);
});

test("A long CSV is made as its client takes it: days that are deleted by then are not in the rest", async () => {
  const { server, mira } = await openPage();
  const { db, now } = server.services;
  const { id: userId } = (await (await mira.get("/api/auth/me")).json()) as { id: string };
  const today = dayOf(now().getTime());
  const days = Array.from({ length: 150 }, (_, at) => {
    const table = new DayTable();
    for (let item = 0; item < 100; item += 1)
      table.add({ kind: "item", itemId: uuid(), shelfId: null }, {}, { count: 1, visitors: 0 });
    return dayRow(userId, today - at, table);
  });
  await writeDays(db.writer, days);
  const answer = await mira.get("/api/analytics/export.csv?from=2025-10-03");
  await db.writer
    .deleteFrom("analytics_day")
    .where("day", ">", today - 50)
    .execute();
  const rows = parseCsv<{ date: string }>(await answer.text(), { bom: true, columns: true });
  expect(new Set(rows.map(({ date }) => date)).size).toBe(100);
});

test("After midnight, no table leads to a visitor", async () => {
  const { server, mira, kiln } = await openPage();
  const { db, tracker } = server.services;
  const address = "203.0.113.77";
  await visit(server, 77, { referrer: "https://x.com/", agent: INSTAGRAM, country: "DE", clicks: [kiln] });
  const marks = await db.reader.selectFrom("analytics_seen").select("mark").execute();
  const [salt] = await db.reader
    .selectFrom("daily_salt")
    .select("salt")
    .where("purpose", "=", "visitor")
    .execute();
  expect([marks.length, salt]).toEqual([2, expect.anything()]);
  server.wait(DAY);
  await mira.get("/api/analytics/summary");
  for await (const _ of tracker.forgetMarks());
  await visit(server, 78);
  const stored: string[] = [];
  for (const { name } of await db.reader.introspection.getTables()) {
    const rows = await db.reader
      .selectFrom(name as "item")
      .selectAll()
      .execute();
    stored.push(
      `${name} ${JSON.stringify(rows, (_, value: unknown) => (value instanceof Uint8Array || (value as { type?: string } | null)?.type === "Buffer" ? Buffer.from(value as Uint8Array).toString("latin1") : value))}`,
    );
  }
  for (const secret of [
    address,
    "203.0.113",
    INSTAGRAM,
    "380.0.0.48.81",
    salt?.salt ?? "",
    ...marks.map(({ mark }) => mark),
  ])
    for (const text of stored) expect([secret, text.includes(secret)]).toEqual([secret, false]);
});
