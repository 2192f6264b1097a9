import { expect, test } from "vitest";
import {
  addDomain as add,
  listDomains as listed,
  NAME,
  openDomainWorld as openWorld,
  SITE,
  tokenOf,
} from "#testing/domain-world";
import { PHONE } from "#testing/visitor";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test("A domain becomes verified with its records, shows the page, and is its canonical address", async () => {
  const { owner, zone, look, pageAt, server } = await openWorld();
  const ada = await owner("Ada");
  const added = await add(ada);
  expect(added).toMatchObject({ state: "waiting", problem: { code: "no-token" } });
  expect(added.records).toEqual([
    {
      type: "TXT",
      name: `_shelv.${NAME}`,
      value: expect.stringMatching(/^shelv-domain=[\w-]{43}$/) as string,
    },
    { type: "CNAME", name: NAME, value: "pages.example" },
  ]);
  expect((await pageAt(NAME)).status).toBe(421);

  zone[`_shelv.${NAME}`] = { TXT: [tokenOf(added)] };
  expect(await add(ada)).toMatchObject({ state: "found", problem: { code: "no-address" } });
  zone[NAME] = { CNAME: "elsewhere.example" };
  expect(await add(ada)).toMatchObject({
    state: "found",
    problem: { code: "wrong-address", found: ["elsewhere.example"] },
  });

  zone[NAME] = { CNAME: "pages.example" };
  server.wait(10 * MINUTE_MS);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "verified", problem: null }]);
  const page = await (await pageAt(NAME)).text();
  expect(page).toContain(`<link rel="canonical" href="https://${NAME}/"`);
  for (const [host, path] of [
    ["shelv.example", "/Ada"],
    ["ada.pages.example", "/"],
  ] as const)
    expect(await (await pageAt(host, path)).text()).toBe(page);
});

test("A failing resolver is not the answer 'no record': verified domains stay verified, and waiting ones wait", async () => {
  const { owner, zone, look, server, verified } = await openWorld();
  const ada = await owner("Ada");
  expect((await verified(ada)).state).toBe("verified");
  zone[`_shelv.${NAME}`] = "broken";
  server.wait(3 * DAY_MS);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "verified" }]);
});

test("A lost domain shows its page for 48 more hours, and is then released", async () => {
  const { owner, zone, look, server, pageAt, verified } = await openWorld();
  const ada = await owner("Ada");
  await verified(ada);
  delete zone[`_shelv.${NAME}`];
  server.wait(6 * HOUR_MS - 1);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "verified" }]);
  server.wait(1);
  await look();
  expect(await listed(ada)).toMatchObject([
    {
      state: "lost",
      problem: { code: "no-token" },
      releasedAt: expect.stringMatching(/^2026-03-03T18:00/) as string,
    },
  ]);
  expect((await pageAt(NAME)).status).toBe(200);
  expect(await (await pageAt("shelv.example", "/Ada")).text()).toContain(
    `rel="canonical" href="${SITE}/Ada"`,
  );
  server.wait(48 * HOUR_MS);
  await look();
  expect(await listed(ada)).toEqual([]);
  expect((await pageAt(NAME)).status).toBe(421);
});

test("The end of the trial releases its domains", async () => {
  const { owner, look, server, pageAt, verified } = await openWorld();
  const ada = await owner("Ada");
  await verified(ada);
  server.wait(14 * DAY_MS);
  await look();
  expect([(await pageAt(NAME)).status, await listed(ada)]).toEqual([421, []]);
  expect(await (await ada.post("/api/domains", { name: NAME })).json()).toMatchObject({
    code: "domain-needs-premium",
  });
});

test("Of two accounts the token decides: its owner holds the name, and loses it together with the token", async () => {
  const { owner, zone, pageAt } = await openWorld({ [NAME]: { CNAME: "pages.example" } });
  const [ada, bob] = [await owner("Ada"), await owner("Bob")];
  const [adas, bobs] = [tokenOf(await add(ada)), tokenOf(await add(bob))];
  expect(adas).not.toBe(bobs);
  zone[`_shelv.${NAME}`] = { TXT: [adas] };
  expect([(await add(ada)).state, (await add(bob)).problem]).toEqual([
    "verified",
    { code: "wrong-token", found: [adas] },
  ]);
  zone[`_shelv.${NAME}`] = { TXT: [adas, bobs] };
  expect(await add(bob)).toMatchObject({ state: "found", problem: { code: "taken" } });
  expect(await (await pageAt(NAME)).text()).toContain("@Ada");
  zone[`_shelv.${NAME}`] = { TXT: [bobs] };
  expect((await add(bob)).state).toBe("verified");
  expect(await listed(ada)).toMatchObject([{ state: "waiting", problem: { code: "wrong-token" } }]);
  expect(await (await pageAt(NAME)).text()).toContain("@Bob");
});

test("A deleted account's domain is free at once for another account", async () => {
  const { owner, zone, pageAt, server, verified } = await openWorld();
  const [ada, bob] = [await owner("Ada"), await owner("Bob")];
  await verified(ada);
  expect((await pageAt(NAME)).status).toBe(200);
  await ada.post("/api/user/deletion-code");
  const code = await server.codeFor("ada@example.org");
  const deleted = await ada.send("DELETE", "/api/user", {
    body: JSON.stringify({ code }),
    headers: { "Content-Type": "application/json" },
  });
  expect([deleted.status, (await pageAt(NAME)).status, (await pageAt("ada.pages.example")).status]).toEqual([
    204, 421, 404,
  ]);
  zone[`_shelv.${NAME}`] = { TXT: [tokenOf(await add(bob))] };
  expect((await add(bob)).state).toBe("verified");
  expect(await (await pageAt(NAME)).text()).toContain("@Bob");
});

test("After a restart a domain has its state, and shows its page to the first visitor", async () => {
  const before = await openWorld();
  const ada = await before.owner("Ada");
  const known = await before.verified(ada);
  await before.look();
  const after = await openWorld({}, { at: before.server });
  expect(await (await after.pageAt(NAME)).text()).toContain("@Ada");
  const row = await after.server.services.db.reader
    .selectFrom("domain")
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: NAME, token: tokenOf(known), state: "verified" });
});

const TRACK = "/api/analytics/track";
test("A page's own domain counts its own page's events, and nothing else", async () => {
  const { server, owner, verified, pageAt } = await openWorld();
  const [ada] = [await owner("Ada"), await owner("Eve")];
  await verified(ada);
  const ask = async (host: string, headers: Record<string, string>, username = "Ada") =>
    (
      await pageAt(host, TRACK, {
        method: "POST",
        body: JSON.stringify({ username, eventType: "view" }),
        headers: { "Content-Type": "text/plain", "User-Agent": PHONE, ...headers },
      })
    ).status;
  const views = async (): Promise<number[]> =>
    (await server.services.db.reader.selectFrom("analytics_day").select("views").execute()).map(
      ({ views }) => views,
    );
  for (const host of [NAME, "ada.pages.example"]) {
    for (const origin of [SITE, "https://evil.example", `http://${host}`, `https://${host}:8443`, "null"])
      expect([origin, await ask(host, { Origin: origin })]).toEqual([origin, 403]);
    expect(await ask(host, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await ask(host, { Origin: `https://${host}` }, "Eve")).toBe(204);
  }
  expect(await views()).toEqual([]);
  expect(await ask(NAME, { Origin: `https://${NAME}` })).toBe(204);
  expect(await views()).toEqual([1]);
});

test("The owner's own visits are not counted under any of the page's names, and a visitor's are", async () => {
  const { server, owner, verified } = await openWorld();
  const ada = await owner("Ada");
  await verified(ada);
  await ada.get("/api/auth/me", { "User-Agent": PHONE });
  const ask = (remoteAddress: string, host: string) =>
    server.app.fetch(
      new Request(`https://${host}${TRACK}`, {
        method: "POST",
        body: JSON.stringify({ username: "Ada", eventType: "view" }),
        headers: { Host: host, Origin: `https://${host}`, "Content-Type": "text/plain", "User-Agent": PHONE },
      }),
      { incoming: { socket: { remoteAddress } } },
    );
  const views = async (): Promise<number[]> =>
    (await server.services.db.reader.selectFrom("analytics_day").select("views").execute()).map(
      ({ views }) => views,
    );
  for (const host of [NAME, "ada.pages.example", "shelv.example"])
    expect([host, (await ask("2001:db8:1::77", host)).status]).toEqual([host, 204]);
  expect(await views()).toEqual([]);
  await ask("2001:db8:9::1", NAME);
  expect(await views()).toEqual([1]);
});

test("A page's own domain enforces https for itself alone: other subdomains belong to the domain's owner", async () => {
  const { server, owner, verified, pageAt } = await openWorld({}, { env: { PAGE_HOST: "shelv.example" } });
  await verified(await owner("Ada")).catch(() => undefined);
  await server.services.db.writer.updateTable("domain").set({ state: "verified" }).execute();
  await server.services.heldDomains.reload();
  for (const host of [NAME, "ada.shelv.example"])
    for (const path of ["/", "/robots.txt", "/nothing"]) {
      expect([host, path, (await pageAt(host, path)).headers.get("Strict-Transport-Security")]).toEqual([
        host,
        path,
        "max-age=31536000",
      ]);
    }
  expect((await pageAt("shelv.example", "/Ada")).headers.get("Strict-Transport-Security")).toBe(
    "max-age=31536000; includeSubDomains",
  );
});
