import { DIMENSION_VALUES_MAX, type TrackedEvent } from "@shelv/contract/analytics";
import type { Dimension } from "@shelv/contract/analytics-dimensions";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { PHONE, visitorFrom } from "#testing/visitor";
import { dayOf } from "#analytics/day";
import { readBreakdown } from "#analytics/read-breakdown";
import { NEW_NAMES_MAX } from "./admit-names.ts";

const HOUR = 60 * 60_000;

async function openPage() {
  const server = await openTestServer();
  const mira = await server.signedIn("mira@example.org", "Mira");
  const { id: userId } = (await (await mira.get("/api/auth/me")).json()) as { id: string };
  const { tracker, db, now } = server.services;
  server.wait(12 * HOUR + 1000);
  let views = 0;
  return {
    server,
    userId,
    visit: (
      address: string,
      source: Pick<TrackedEvent, "referrer" | "utm">,
      { country = null, browser = "" }: { country?: string | null; browser?: string } = {},
    ) => {
      const userAgent = `${PHONE} ${browser} Build/${(views += 1)}`;
      return tracker.track(
        [{ username: "mira", eventType: "view", ...source }],
        visitorFrom(address, { userAgent, country }),
      );
    },
    names: async (by: Dimension = "referrer") => {
      const today = dayOf(now().getTime());
      const range = { userId, from: today, to: today, filter: {} };
      const { rows, total } = await readBreakdown(db.reader, by, range);
      expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(total.views);
      return new Map(rows.map(({ value, views }) => [value, views]));
    },
  };
}

const strange = (number: number) => ({
  referrer: `https://strange-${number}.example/`,
  utm: { source: `source ${number}`, medium: `medium ${number}`, campaign: `campaign ${number}` },
});
const blog = { referrer: "https://blog.example.org/", utm: { source: "Blog", campaign: "Spring" } };
const named = (names: ReadonlyMap<string | null, number>, pattern: RegExp) =>
  [...names.keys()].filter((name) => name !== null && pattern.test(name)).length;

test("One address that names 58 sources just after midnight takes few places, and the day's sources have theirs", async () => {
  const { visit, names } = await openPage();
  await Promise.all(Array.from({ length: 58 }, (_, number) => visit("198.51.100.1", strange(number))));
  for (let visitor = 1; visitor <= 4; visitor += 1) await visit(`203.0.113.${visitor}`, blog);
  await visit("203.0.113.9", { referrer: "android-app://com.whatsapp.w4b" });
  const referrers = await names();
  expect(named(referrers, /^strange/)).toBe(NEW_NAMES_MAX);
  expect([...referrers].filter(([name]) => !name?.startsWith("strange"))).toEqual([
    ["other", 58 - NEW_NAMES_MAX],
    ["example.org", 4],
    ["WhatsApp", 1],
  ]);
  expect((await names("utm_source")).get("blog")).toBe(4);
  expect((await names("utm_campaign")).get("spring")).toBe(4);
  expect(named(await names("utm_medium"), /^medium/)).toBe(NEW_NAMES_MAX);
});

test("A /48 and an IPv4 address are one network each", async () => {
  const { visit, names } = await openPage();
  await Promise.all(
    Array.from({ length: 20 }, (_, number) => visit(`2001:db8:77:${number}::1`, strange(number))),
  );
  expect(named(await names(), /^strange/)).toBe(NEW_NAMES_MAX);
  await visit("2001:db8:78::1", strange(50));
  for (let number = 51; number < 54; number += 1) await visit(`198.51.100.${number}`, strange(number));
  expect(named(await names(), /^strange/)).toBe(NEW_NAMES_MAX + 4);
});

test("When many networks took all places, a source of the week before gets one back, a new one at its second visit", async () => {
  const { server, visit, names } = await openPage();
  await visit("203.0.113.1", blog);
  server.wait(3 * 24 * HOUR);
  await Promise.all(
    Array.from({ length: 3 * DIMENSION_VALUES_MAX }, (_, number) =>
      visit(`198.51.100.${number % 43}`, strange(number)),
    ),
  );
  expect(named(await names(), /^strange/)).toBe(DIMENSION_VALUES_MAX);
  await visit("203.0.113.2", blog);
  expect((await names()).get("example.org")).toBe(1);
  const shop = { referrer: "https://shop.example.com/" };
  for (let visitor = 1; visitor <= 3; visitor += 1) await visit(`203.0.113.${100 + visitor}`, shop);
  const referrers = await names();
  expect([referrers.get("example.com"), referrers.get("example.org")]).toEqual([2, 1]);
  expect(named(referrers, /./)).toBe(DIMENSION_VALUES_MAX + 1);
});

test("Networks that combine all values leave cells: a later visit is found under its source and its country", async () => {
  const { userId, visit, server } = await openPage();
  const sites = [
    "t.co",
    "youtu.be",
    "fb.me",
    "ig.me",
    "pin.it",
    "redd.it",
    "wa.me",
    "t.me",
    "lnkd.in",
    "m.me",
  ];
  const combine = (at: number, network: number, browser = "") =>
    visit(
      `198.51.${network}.1`,
      { referrer: `https://${sites[at % sites.length]}/` },
      { country: `A${String.fromCharCode(65 + Math.floor((at % 260) / sites.length))}`, browser },
    );
  const all = (length: number, visitAt: (at: number) => Promise<void>) =>
    Promise.all(Array.from({ length }, (_, at) => visitAt(at)));
  await all(520, (at) => combine(at, at % 100, at < 260 ? "" : "Firefox/141.0"));
  await all(520, (at) => combine(at, 100 + (at % 12), at < 260 ? "OPR/1.0" : "Edg/1.0"));
  await visit("203.0.113.1", blog, { country: "JP" });
  const today = dayOf(server.services.now().getTime());
  const only = { by: "referrer", value: "example.org" } as const;
  const range = { userId, from: today, to: today, filter: { only } };
  expect((await readBreakdown(server.services.db.reader, "country", range)).rows).toEqual([
    { value: "JP", views: 1, clicks: 0, visitors: 1 },
  ]);
});

test("Sources with many visits get and keep places, also when they begin after strangers took all of them", async () => {
  const { server, visit, names } = await openPage();
  const heavy = Array.from({ length: 10 }, (_, at) => `heavy-${at}.example`);
  let stranger = 0;
  for (let round = 0; round <= 6; round += 1) {
    const visiting = round === 0 ? [] : heavy;
    await Promise.all([
      ...Array.from({ length: 60 }, () => {
        stranger += 1;
        return visit(`198.51.${stranger % 100}.1`, strange(stranger));
      }),
      ...visiting.map((host, at) => visit(`203.0.${round}.${at}`, { referrer: `https://${host}/` })),
    ]);
    server.wait(HOUR);
  }
  const referrers = await names();
  for (const host of heavy) expect([host, referrers.get(host)]).toEqual([host, 5]);
  expect(named(referrers, /^(?!other$)/)).toBe(DIMENSION_VALUES_MAX);
});
