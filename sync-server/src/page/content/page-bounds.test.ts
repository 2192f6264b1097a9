/**
 * What a page and its API read, render and serialise for accounts at the quotas and far above, in rows, bytes
 * and steps.
 */
import { shownPicture } from "@shelv/contract/rows/item";
import { PAGE_MAX_ITEMS, SHELF_MAX_CHIPS } from "@shelv/contract/limits/page-limits";
import { userRoutes } from "@shelv/contract/routes/users";
import { inOrder } from "@shelv/mutators/placing";
import { cutToPage } from "@shelv/public-page/cut-to-page";
import { categoriesInUse } from "@shelv/public-page/page-data";
import * as fc from "fast-check";
import type { Kysely, KyselyPlugin } from "kysely";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { readCategories, readItems, readShelves } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { publicShelvesJson } from "#routes/user-routes";
import { openTestServer } from "#testing/open-test-server";
import { SLICE_ITEMS } from "./in-slices.ts";
import { readPageData } from "./read-page-data.ts";

type Shelf = { items: number; categories: number; categoriesOfItem: number };

const LOOK = { now: new Date("2026-03-01T12:00:00Z"), hasPlanLimits: true, viewerId: null };
const ROWS_AT_ONCE = 500;

async function openAccount(shelves: Shelf[]) {
  const server = await openTestServer();
  const { db } = server.services;
  await server.signedIn("eve@example.com", "Eve");
  const { id: user_id } = await db.reader.selectFrom("user").select("id").executeTakeFirstOrThrow();
  await db.writer.transaction().execute((trx) => furnish(trx, user_id, shelves));
  return { server, db, userId: user_id };
}

async function furnish(trx: Kysely<Schema>, user_id: string, shelves: Shelf[]): Promise<void> {
  let version = 0;
  const common = (id: string, at: number) => ({
    user_id,
    id,
    version: (version += 1),
    position: `a${String(at % 1000).padStart(3, "0")}`,
    created_at: "2026-01-01T00:00:00Z",
  });
  for (const [at, { items, categories, categoriesOfItem }] of shelves.entries()) {
    const shelf_id = uuidOf(1, at, 0);
    await trx
      .insertInto("shelf")
      .values({ ...common(shelf_id, at), name: `Shelf ${at}`, description: "", emoji: "" })
      .execute();
    const categoryIds = Array.from({ length: categories }, (_, number) => uuidOf(2, at, number));
    const category_ids = JSON.stringify(categoryIds.slice(0, categoriesOfItem));
    const text = {
      description: "d".repeat(200),
      price: "",
      emoji: "",
      picture: null,
      cutout: null,
      shows_cutout: 0,
      category_ids,
      url: "https://example.org/a",
    };
    const categoryRows = categoryIds.map((id, number) => ({
      ...common(id, number),
      shelf_id,
      name: `Category ${number}`,
    }));
    const itemRows = Array.from({ length: items }, (_, number) => ({
      ...common(uuidOf(3, at, number), number),
      shelf_id,
      title: `Item ${number}`,
      ...text,
    }));
    for (let from = 0; from < categoryRows.length; from += ROWS_AT_ONCE)
      await trx
        .insertInto("category")
        .values(categoryRows.slice(from, from + ROWS_AT_ONCE))
        .execute();
    for (let from = 0; from < itemRows.length; from += ROWS_AT_ONCE)
      await trx
        .insertInto("item")
        .values(itemRows.slice(from, from + ROWS_AT_ONCE))
        .execute();
  }
}

const uuidOf = (kind: number, shelf: number, number: number) =>
  `00000000-0000-7000-8000-${[
    [kind, 1],
    [shelf, 3],
    [number, 8],
  ]
    .map(([value = 0, digits = 0]) => value.toString(16).padStart(digits, "0"))
    .join("")}`;

function counting(reader: Kysely<Schema>) {
  const count = { rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count.rows += result.rows.length;
      return result;
    },
  };
  return { count, reader: reader.withPlugin(plugin) };
}

describe("An account far above the quotas", () => {
  const FAR_ABOVE: Shelf[] = [{ items: 4000, categories: 1000, categoriesOfItem: 100 }];

  test("is read up to what its page shows, and the rest is counted", async () => {
    const { db } = await openAccount([{ items: 4000, categories: 3000, categoriesOfItem: 100 }]);
    const { count, reader } = counting(db.reader);
    const seen = await readPageData(reader, "eve", LOOK);
    expect(count.rows).toBeLessThan(PAGE_MAX_ITEMS + 2001 + SHELF_MAX_CHIPS + 20);
    expect(seen?.page.shelves[0]?.items).toHaveLength(PAGE_MAX_ITEMS);
    // By position the first 100 are the 0th, 1000th, 2000th, 1st, …; items have only the ids 0 to 99.
    expect(seen?.page.shelves[0]?.categories).toHaveLength(Math.ceil(SHELF_MAX_CHIPS / 3));
    expect(seen?.page.leftOut).toEqual({ shelves: 0, items: 3000 });
  });

  test("has a page whose bytes grow with what it shows, and which says what it leaves out", async () => {
    const { server } = await openAccount(FAR_ABOVE);
    const html = await (await server.browser().get("/Eve")).text();
    expect(html.match(/class="shelv-item"/g)).toHaveLength(PAGE_MAX_ITEMS);
    expect(html.match(/shelv-in-\d+/g)?.length).toBeLessThanOrEqual((PAGE_MAX_ITEMS + 2) * SHELF_MAX_CHIPS);
    expect(html.match(/:has\(\.shelv-chip-/g)).toHaveLength(SHELF_MAX_CHIPS);
    expect(html).toContain("3,000 more items are not shown on this page.");
    expect(html.length).toBeLessThan(2_500_000);
  });

  test("has an API answer just as small, in the contract's shape, computed once for all parallel requests", async () => {
    const { server } = await openAccount(FAR_ABOVE);
    const { pageDeps } = server.services;
    const { large } = pageDeps;
    let made = 0;
    pageDeps.large = { make: (username, job) => ((made += 1), large.make(username, job)) };
    const answers = await Promise.all([1, 2, 3].map(() => server.browser().get("/api/users/eve/shelves")));
    const [text = "", ...others] = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(others)).toEqual(new Set([text]));
    const shelves = v.parse(userRoutes.shelves.answer, JSON.parse(text));
    expect(shelves[0]?.items).toHaveLength(PAGE_MAX_ITEMS);
    expect(shelves[0]?.items[0]?.categories.map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, at) => `Category ${at}`),
    );
    expect(text.length).toBeLessThan(10_000_000);
    expect(made).toBe(1);
  });

  test("has an API answer that is serialised in slices of 50 items, and a usual page's at once", async () => {
    const { db } = await openAccount([
      { items: 120, categories: 0, categoriesOfItem: 0 },
      { items: 20, categories: 0, categoriesOfItem: 0 },
      { items: 20, categories: 0, categoriesOfItem: 0 },
    ]);
    const shelves = (await readPageData(db.reader, "eve", LOOK))?.page.shelves ?? [];
    let pauses = 0;
    const between = async () => void (pauses += 1);
    await publicShelvesJson(shelves.slice(1), between);
    expect(pauses).toBe(0);
    await publicShelvesJson(shelves, between);
    expect(pauses).toBe(Math.ceil(160 / SLICE_ITEMS) - 1);
  });

  test("shows at most a million characters of its items' texts", async () => {
    const { server, db } = await openAccount([{ items: 1000, categories: 0, categoriesOfItem: 0 }]);
    await db.writer
      .updateTable("item")
      .set({ description: '"'.repeat(1000), url: `https://example.org/${"&".repeat(2000)}` })
      .execute();
    const html = await (await server.browser().get("/Eve")).text();
    expect(html.match(/class="shelv-item"/g)?.length).toBeLessThan(1_000_000 / 3000);
    expect(html.length).toBeLessThan(6_000_000);
    expect(html).toMatch(/6\d\d more items are not shown on this page\./);
  });

  test("shows 100 chips per shelf, and its first items whatever else its rows contain", async () => {
    const { db, server } = await openAccount([
      { items: 1, categories: 200, categoriesOfItem: 200 },
      { items: 3, categories: 0, categoriesOfItem: 0 },
    ]);
    await db.writer
      .updateTable("item")
      .set({ shelf_id: "gone" })
      .where("id", "=", uuidOf(3, 1, 0))
      .execute();
    const html = await (await server.browser().get("/Eve")).text();
    expect(html.match(/<input type="radio"/g)).toHaveLength(101);
    expect(html.match(/class="shelv-item"/g)).toHaveLength(3);
    expect(html).not.toContain("not shown");
  });
});

test("A page shows the first of its owner's items, however many there are, and its API the same", async () => {
  const size = fc.constantFrom(0, 1, 2, 40, 999, 1000, 1001, 1300);
  const shelf = fc.record({
    items: size,
    categories: fc.constantFrom(0, 1, 99, 101, 300),
    categoriesOfItem: fc.constantFrom(0, 2, 100),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(shelf, { maxLength: 3 }), async (shelves) => {
      const { server, db, userId } = await openAccount(shelves);
      const [categories, items] = [
        await readCategories(db.reader, userId),
        await readItems(db.reader, userId),
      ];
      const all = inOrder(await readShelves(db.reader, userId)).map((shelf) => ({
        ...shelf,
        categories: inOrder(categories.filter(({ shelfId }) => shelfId === shelf.id)),
        items: inOrder(items.filter(({ shelfId }) => shelfId === shelf.id)),
      }));
      const expected = cutToPage(all);
      const seen = await readPageData(db.reader, "eve", LOOK);
      expect(seen?.page.leftOut).toEqual(expected.leftOut);
      expect(
        seen?.page.shelves.map(({ id, categories, items, itemsLeftOut }) => [
          id,
          categories.map((each) => each.id),
          items.map((each) => each.id),
          itemsLeftOut,
        ]),
      ).toEqual(
        expected.shelves.map(({ id, categories, items, itemsLeftOut }) => [
          id,
          categoriesInUse(categories, items).map((each) => each.id),
          items.map((each) => each.id),
          itemsLeftOut,
        ]),
      );
      const answer = v.parse(
        userRoutes.shelves.answer,
        await (await server.browser().get("/api/users/Eve/shelves")).json(),
      );
      expect(
        answer.map(({ items }) => items.map((each) => [each.id, each.categories.map(({ id }) => id)])),
      ).toEqual(
        expected.shelves.map(({ items, categories }) => {
          const shown = categories.map(({ id }) => id);
          return items.map((each) => [each.id, shown.filter((id) => each.categoryIds.includes(id))]);
        }),
      );
      expect(all.flatMap(({ items }) => items).every((item) => shownPicture(item) === null)).toBe(true);
      expect((await server.browser().get("/Eve")).status).toBe(200);
      await server.close();
    }),
    { numRuns: 6 },
  );
}, 120_000);
