import { EXPORT_FILE } from "@shelv/contract/export";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { type APIRequestContext, type APIResponse, type Page } from "@playwright/test";
import { stripBidi } from "@shelv/public-page/text/strip-bidi";
import { itemRow, newItem, shelfRow } from "@shelv/contract/testing/rows";
import { v7 as uuid } from "uuid";
import { expect, test } from "#e2e/support/app-test";
import { type Post, postAsNewOwner, postForId } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";
import { storedZip } from "#e2e/support/data/stored-zip";
import { CSS_ATTACKS, TEXT_ATTACKS, URL_ATTACKS } from "#e2e/support/data/stored-attacks";

test.use({ serverEnv: { PLAN_LIMITS: "off" }, serviceWorkers: "block" });

const inOneLine = (text: string) => text.replaceAll(/\s*[\t\n\r\u2028\u2029]\s*/g, " ").trim();
const cut = (text: string, length: number) => text.slice(0, length).replaceAll(/\p{Surrogate}/gu, "");
const itemOf = (attack: string) => ({
  title: attack,
  description: attack,
  price: cut(attack, 40),
  emoji: cut(attack, 32),
  url: `https://example.com/?${encodeURIComponent(attack)}`,
});
const PROFILE = {
  displayName: `</title><script>attacked()</script>\u202E`,
  bio: `"}</script><!--<script>attacked()//\u2028`,
  location: `"><img src=x onerror=attacked()>`,
  website: `https://example.com/"><script>attacked()</script>`,
};

test("attacks stored through REST, sync and import are only text on the page", async ({
  server,
  playwright,
  browser,
  consoleWatch,
}) => {
  expect(URL_ATTACKS.length + TEXT_ATTACKS.length + CSS_ATTACKS.length).toBeGreaterThanOrEqual(150);
  for (const corpus of [URL_ATTACKS, TEXT_ATTACKS, CSS_ATTACKS])
    expect(new Set(corpus).size).toBe(corpus.length);
  const byRest = await owner(playwright, server, "by-rest");
  await storeByRest(byRest);
  const bySync = await owner(playwright, server, "by-sync");
  await storeBySync(bySync);
  const byImport = await owner(playwright, server, "by-import");
  await byRest.post("/api/user/export-code");
  await byRest.post("/api/user/export-confirmation", {
    data: { code: await server.codeFor("by-rest@example.com") },
  });
  const exported = await byRest.context.get("/api/user/export");
  const sent = await byImport.context.post("/api/user/import", {
    headers: { Origin: server.address, "Content-Type": "application/zip" },
    data: await exported.body(),
  });
  expect(sent.status(), await sent.text()).toBe(200);
  const importInto = await importing(playwright, server, URL_ATTACKS.length + 1);
  for (const url of URL_ATTACKS)
    expect([url, (await importInto({ shelves: [shelfWith(url)] })).status()]).toEqual([url, 400]);
  expect((await importInto({ shelves: [shelfWith("https://example.com/")] })).status()).toBe(200);

  const visitor = await browser.newContext({
    baseURL: server.address,
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  consoleWatch.watch(visitor);
  const page = await visitor.newPage();
  const watched = listen(page, server);
  for (const name of ["by-rest", "by-sync", "by-import"]) {
    await page.goto(`/${name}`);
    const shown = await page.locator(".shelv-caption").allTextContents();
    expect([name, shown.toSorted()]).toEqual([
      name,
      [...TEXT_ATTACKS.map((attack) => stripBidi(inOneLine(attack))), "Still here"].toSorted(),
    ]);
    expect(await outOfReach(page)).toEqual([]);
    expect(
      await page
        .locator("body script, body style, body link, body iframe, body object, body form, body svg script")
        .count(),
    ).toBe(1);
    expect(
      JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? ""),
    ).toHaveProperty("mainEntity.alternateName", `@${name}`);
    expect(await page.title()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(
      await page
        .locator(".shelv-caption")
        .first()
        .evaluate((caption) => getComputedStyle(caption).unicodeBidi),
    ).toMatch(/isolate|plaintext/);
  }
  expect(watched.trouble).toEqual([]);
  await visitor.close();
  await Promise.all([byRest, bySync, byImport].map(({ context }) => context.dispose()));
});

const PARTS = 3;
for (let part = 0; part < PARTS; part += 1) {
  const attacks = CSS_ATTACKS.filter((_, at) => at % PARTS === part);
  test(`an owner's style sheet loads, runs and covers nothing (${part + 1} of ${PARTS})`, async ({
    server,
    playwright,
    page,
    request,
  }) => {
    const { context, post } = await owner(playwright, server, "styled");
    const id = await postForId(post, "/api/shelves", { data: { name: "From the kiln" } });
    await post(`/api/shelves/${id}/items`, {
      multipart: { title: "Still here", url: "https://example.com/" },
    });
    const bySync = await owner(playwright, server, "by-sync");
    const sync = await stream(bySync);
    const importInto = await importing(playwright, server, attacks.length);
    const watched = listen(page, server);
    for (const customCss of attacks) {
      const saved = await context.put("/api/settings", {
        headers: { Origin: server.address },
        data: { customCss },
      });
      expect([customCss, saved.status()]).toEqual([customCss, 200]);
      await page.goto("/styled");
      expect([customCss, await outOfReach(page)]).toEqual([customCss, []]);
      expect([customCss, watched.trouble]).toEqual([customCss, []]);
      const { results, retry } = await sync([
        { name: "appearance.update", v: 1, args: { patch: { customCss }, was: {} } },
      ]);
      const imported = await importInto({ appearance: { ...FIRST_SINGLES.appearance, customCss } });
      expect([customCss, results, retry, imported.status()]).toEqual([customCss, [], null, 200]);
      for (const by of [context, bySync.context, imported.context])
        expect(await (await by.get("/api/settings")).json()).toMatchObject({ customCss: customCss.trim() });
      const [styled, ...others] = await Promise.all(
        ["styled", "by-sync", imported.username].map((name) => styleOf(request, name)),
      );
      expect([customCss, others]).toEqual([customCss, [styled, styled]]);
    }
    await Promise.all([context, bySync.context].map((each) => each.dispose()));
  });
}

async function styleOf(request: APIRequestContext, username: string): Promise<string> {
  const html = await (await request.get(`/${username}`)).text();
  const [, style = ""] = /(\.shelv-look\.shelv-look\{[\s\S]*)<\/head>/.exec(html) ?? [];
  expect(style).toContain("</style>");
  return style;
}

type Owner = { context: APIRequestContext; post: Post };

async function owner(
  { request }: { request: { newContext(options: { baseURL: string }): Promise<APIRequestContext> } },
  server: TestServer,
  username: string,
): Promise<Owner> {
  const context = await request.newContext({ baseURL: server.address });
  return { context, post: await postAsNewOwner(context, server, { username }) };
}

async function storeByRest({ context, post }: Owner): Promise<void> {
  const headers = { Origin: new URL((await context.get("/healthz")).url()).origin };
  const saved = await context.put("/api/user/profile", { headers, data: PROFILE });
  expect(saved.status(), await saved.text()).toBe(200);
  const id = await postForId(post, "/api/shelves", {
    data: {
      name: "<script>attacked()</script>",
      description: "</h2><img src=x onerror=attacked()>",
      emoji: "<b>",
    },
  });
  await post(`/api/shelves/${id}/categories`, { data: { name: `"><svg onload=attacked()>` } });
  for (const attack of TEXT_ATTACKS) await post(`/api/shelves/${id}/items`, { multipart: itemOf(attack) });
  await post(`/api/shelves/${id}/items`, {
    multipart: { title: "Still here", url: "https://example.com/" },
  });
  for (const url of URL_ATTACKS) {
    const answer = await context.post(`/api/shelves/${id}/items`, {
      headers,
      multipart: { title: "No link", url },
    });
    expect([url, answer.status()]).toEqual([url, 400]);
  }
}

async function storeBySync(to: Owner): Promise<void> {
  const sync = await stream(to);
  const shelfId = uuid();
  const item = (fields: object) => ({
    name: "item.create",
    v: 1,
    args: { ...newItem({ id: uuid(), shelfId }), ...fields },
  });
  const good = [
    {
      name: "shelf.create",
      v: 1,
      args: {
        id: shelfId,
        name: "<script>attacked()</script>",
        description: "<!--",
        emoji: "<b>",
        position: "a0",
      },
    },
    ...TEXT_ATTACKS.map((attack) => item(itemOf(attack))),
    item({ title: "Still here", url: "https://example.com/" }),
  ];
  const bad = URL_ATTACKS.map((url) => item({ title: "No link", url }));
  const { results, lastMid, retry } = await sync([...good, ...bad]);
  expect([lastMid, retry]).toEqual([good.length + bad.length, null]);
  expect(results.map(({ mid }) => mid)).toEqual(bad.map((_, at) => good.length + at + 1));
}

type SyncAnswer = {
  epoch: string;
  lastMid: number;
  results: { mid: number; code: string }[];
  retry: unknown;
};

async function stream({
  context,
  post,
}: Owner): Promise<(mutations: { name: string; v: number; args: object }[]) => Promise<SyncAnswer>> {
  const clientId = uuid();
  const { id: userId } = (await (await context.get("/api/auth/me")).json()) as { id: string };
  const headers = { Origin: new URL((await context.get("/healthz")).url()).origin, "X-User": userId };
  const exchange = async (epoch: string | null, mutations: object[]) =>
    (await (
      await post("/api/sync", {
        headers,
        data: { schema: 1, clientId, epoch, cursor: 0, ack: 0, pull: false, mutations },
      })
    ).json()) as SyncAnswer;
  const { epoch } = await exchange(null, []);
  let mid = 0;
  return (mutations) =>
    exchange(
      epoch,
      mutations.map((mutation) => ({ mid: (mid += 1), opId: uuid(), ...mutation })),
    );
}

const IMPORTS_EACH = 9;
const LONG_AGO = "2026-01-01T00:00:00.000Z";
const { account, profile, appearance, settings, onboarding } = FIRST_SINGLES;
const EXPORTED = {
  version: 1,
  exportedAt: LONG_AGO,
  account: { username: "old", email: "old@example.com", createdAt: LONG_AGO, plan: account },
  profile,
  appearance,
  settings,
  onboarding,
  socialLinks: [],
  shelves: [],
};
function shelfWith(url: string) {
  const { shelfId: _, ...item } = itemRow({ id: uuid(), shelfId: "", url });
  return { ...shelfRow({ id: uuid(), name: "Kiln" }), categories: [], items: [item] };
}

type Playwright = Parameters<typeof owner>[0];
type Import = (
  parts: Partial<Record<keyof typeof EXPORTED, unknown>>,
) => Promise<APIResponse & { username: string; context: APIRequestContext }>;

async function importing(playwright: Playwright, server: TestServer, count: number): Promise<Import> {
  const owners: { username: string; context: APIRequestContext }[] = [];
  for (let at = 0; at < count / IMPORTS_EACH; at += 1)
    owners.push({ username: `taker-${at}`, ...(await owner(playwright, server, `taker-${at}`)) });
  let done = 0;
  return async (parts) => {
    const taker = owners[Math.floor(done / IMPORTS_EACH)];
    if (!taker) throw new Error("No account is left to import into");
    const { username, context } = taker;
    done += 1;
    const data = storedZip(EXPORT_FILE, JSON.stringify({ ...EXPORTED, ...parts }));
    return Object.assign(
      await context.post("/api/user/import", {
        headers: { Origin: server.address, "Content-Type": "application/zip" },
        data,
      }),
      { username, context },
    );
  };
}

function listen(page: Page, server: TestServer): { trouble: string[] } {
  const trouble: string[] = [];
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on(
    "console",
    (message) =>
      void (/Content Security Policy|attacked/.test(message.text()) && trouble.push(message.text())),
  );
  page.on(
    "request",
    (request) =>
      void (new URL(request.url()).origin !== server.address && trouble.push(`asked ${request.url()}`)),
  );
  return { trouble };
}

/** Covered or invisible. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.locator(".shelv-item, .shelv-credit").evaluateAll((links) =>
    links
      .filter((link) => {
        const target = link.querySelector(".shelv-thing") ?? link;
        target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, top, width, height } = target.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return (
          width === 0 ||
          height === 0 ||
          !link.contains(hit) ||
          getComputedStyle(link).visibility !== "visible"
        );
      })
      .map((link) => `${link.className}: ${link.textContent}`),
  );
