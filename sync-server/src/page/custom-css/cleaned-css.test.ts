import { CUSTOM_CSS_REFUSALS } from "@shelv/contract/rows/appearance";
import { CSS_THAT_COSTS } from "@shelv/public-page/custom-css/hostile-css";
import { describe, expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { CleanedCssStore } from "./cleaned-css.ts";

const LONG_TIMEOUT = { timeout: 30_000 };
const NO_LIMITS = { PLAN_LIMITS: "off" };

async function openOwner() {
  const server = await openTestServer({ env: NO_LIMITS });
  const { db } = server.services;
  const mira = await server.signedIn("mira@example.com", "Mira");
  const { id: userId } = await db.reader.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const save = async (customCss: string) =>
    expect((await mira.put("/api/settings", { customCss })).status).toBe(200);
  const page = async () => {
    const answer = await server.browser().get("/Mira");
    return { status: answer.status, html: await answer.text() };
  };
  const stored = () =>
    db.reader
      .selectFrom("cleaned_css")
      .select(["css", "reason"])
      .where("user_id", "=", userId)
      .executeTakeFirst();
  return { server, db, userId, mira, save, page, stored };
}

function countingStore(db: ConstructorParameters<typeof CleanedCssStore>[0]) {
  const cleaned: string[] = [];
  const bugs: unknown[] = [];
  const clean = async (source: string) => {
    cleaned.push(source);
    if (source === "fails") throw new Error("The process has ended");
    return { css: `cleaned ${source}`, reason: null };
  };
  const store = new CleanedCssStore(db, { clean, close: () => {} }, (error) => void bugs.push(error));
  return { store, cleaned, bugs };
}

describe("An owner's CSS", () => {
  test("is on the page as cleaned, and stays with its owner as typed", async () => {
    const { mira, save, page, stored } = await openOwner();
    const typed = ".shelv-name { color: red; background: url(x) }";
    await save(typed);
    expect((await page()).html).toContain(".shelv-page .shelv-name{color:red}");
    await expect
      .poll(stored, LONG_TIMEOUT)
      .toEqual({ css: ".shelv-page .shelv-name{color:red}", reason: null });
    expect(await (await mira.get("/api/settings")).json()).toMatchObject({ customCss: typed });
  });

  test("is cleaned when it is saved, before the first view", async () => {
    const { save, stored } = await openOwner();
    await save("a{color:red}");
    await expect.poll(stored, LONG_TIMEOUT).toEqual({ css: ".shelv-page a{color:red}", reason: null });
  });

  test.each(Object.entries(CSS_THAT_COSTS))(
    "that contains %s leaves the page without it, and the reason is stored",
    async (_, source) => {
      const { server, save, page, stored } = await openOwner();
      await save(source);
      const { status, html } = await page();
      expect(status).toBe(200);
      expect(html).not.toContain("pointer-events:none!important");
      await expect
        .poll(async () => (await stored())?.reason, LONG_TIMEOUT)
        .toMatch(/^(?:Brackets are nested|More than 200 parts)/);
      expect(server.printed.filter((line) => line.includes("Error"))).toEqual([]);
    },
  );

  test("of an account older than the table is cleaned at the first view, and stored", async () => {
    const { db, save, page, stored } = await openOwner();
    await save("a{color:red}");
    await expect.poll(stored, LONG_TIMEOUT).toBeDefined();
    await db.writer.deleteFrom("cleaned_css").execute();
    expect((await page()).html).toContain(".shelv-page a{color:red}");
    await expect.poll(stored, LONG_TIMEOUT).toEqual({ css: ".shelv-page a{color:red}", reason: null });
  });

  test("is deleted with its account", async () => {
    const { db, userId, save, stored } = await openOwner();
    await save("a{color:red}");
    await expect.poll(stored, LONG_TIMEOUT).toBeDefined();
    await db.writer.deleteFrom("user").where("id", "=", userId).execute();
    expect(await stored()).toBeUndefined();
  });
});

describe("The stored result", () => {
  test("is cleaned once per text, however many requests need it, now or later", async () => {
    const { db, userId, stored } = await openOwner();
    const { store, cleaned } = countingStore(db);
    await Promise.all([store.of(userId, "a"), store.of(userId, "a"), store.of(userId, "a")]);
    await expect.poll(stored, LONG_TIMEOUT).toBeDefined();
    expect(await store.of(userId, "a")).toEqual({ css: "cleaned a", reason: null });
    expect(await countingStore(db).store.of(userId, "a")).toEqual({ css: "cleaned a", reason: null });
    expect(cleaned).toEqual(["a"]);
    expect(await store.of(userId, "b")).toEqual({ css: "cleaned b", reason: null });
    await expect.poll(stored, LONG_TIMEOUT).toEqual({ css: "cleaned b", reason: null });
    expect(await store.of(userId, " ")).toEqual({ css: "", reason: null });
    expect(cleaned).toEqual(["a", "b"]);
  });

  test("is empty if the process failed, which is reported and not retried", async () => {
    const { db, userId, stored } = await openOwner();
    const { store, cleaned, bugs } = countingStore(db);
    expect(await store.of(userId, "fails")).toEqual({ css: "", reason: CUSTOM_CSS_REFUSALS.failed });
    await expect.poll(stored, LONG_TIMEOUT).toEqual({ css: "", reason: CUSTOM_CSS_REFUSALS.failed });
    await store.of(userId, "fails");
    expect([cleaned, bugs.length]).toEqual([["fails"], 1]);
  });

  test("is cleaned in turns: one account's texts do not wait behind another's", async () => {
    const { server, db, userId } = await openOwner();
    await server.signedIn("eve@example.com", "Eve");
    const { id: eveId } = await db.reader
      .selectFrom("user")
      .select("id")
      .where("username_key", "=", "eve")
      .executeTakeFirstOrThrow();
    const begun: string[] = [];
    const { promise: allHaveAsked, resolve } = Promise.withResolvers<void>();
    const clean = async (source: string) => {
      begun.push(source);
      await allHaveAsked;
      return { css: source, reason: null };
    };
    const store = new CleanedCssStore(db, { clean, close: () => {} }, () => {});
    const first = store.of(userId, "m1");
    await expect.poll(() => begun).toEqual(["m1"]);
    const others = [store.of(userId, "m2"), store.of(userId, "m3"), store.of(eveId, "e1")];
    await db.reader.selectFrom("cleaned_css").selectAll().execute();
    resolve();
    await Promise.all([first, ...others]);
    expect(begun).toEqual(["m1", "e1", "m2", "m3"]);
  });

  test("of a deleted account is dropped", async () => {
    const { db } = await openOwner();
    const { store, bugs } = countingStore(db);
    expect(await store.of("nobody", "a")).toEqual({ css: "cleaned a", reason: null });
    expect(await db.reader.selectFrom("cleaned_css").selectAll().execute()).toEqual([]);
    expect(bugs).toEqual([]);
  });
});

test("Of the texts that an owner saves during a cleaning, only the last is cleaned after it", async () => {
  const { db, userId, save } = await openOwner();
  const ends: (() => void)[] = [];
  const cleaned: string[] = [];
  const clean = (source: string) => {
    cleaned.push(source);
    return new Promise<{ css: string; reason: null }>(
      (resolve) => void ends.push(() => resolve({ css: source, reason: null })),
    );
  };
  const store = new CleanedCssStore(db, { clean, close: () => {} }, (error) => {
    throw error;
  });
  const saved: Promise<void>[] = [];
  for (const text of ["a{color:red}", "a{color:blue}", "a{color:teal}", "a{color:gold}"]) {
    await save(text);
    saved.push(store.refresh(userId));
    await expect.poll(() => cleaned.length).toBeGreaterThan(0);
  }
  ends.shift()?.();
  await expect.poll(() => cleaned).toEqual(["a{color:red}", "a{color:gold}"]);
  ends.shift()?.();
  await Promise.all(saved);
  expect(cleaned).toHaveLength(2);
});
