import { ACCOUNT_LIMITS, ITEM_LIMITS, SHELF_LIMITS } from "@shelv/contract/limits/account-limits";
import { accountExport, EXPORT_FILE } from "@shelv/contract/export";
import { PAGE_MAX_ITEMS } from "@shelv/contract/limits/page-limits";
import { SYNC_PAGE_ROWS, type SyncResponse } from "@shelv/contract/sync";
import * as fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { confirmExport } from "#testing/confirm-export";
import { Device, newShelf, sent } from "#testing/device";
import { fillAccount, type Filling } from "#testing/fill-account";
import { startTestServer } from "#testing/open-test-server";
import { unzipped } from "#testing/zip";

/** The API lists the categories of each item. */
const MAX_BYTES = { "/ada": 2 * 1024 * 1024, "/api/users/ada/shelves": 8 * 1024 * 1024 };

const filling: fc.Arbitrary<Required<Filling>> = fc.constantFrom(
  {
    shelves: ACCOUNT_LIMITS.shelves,
    categoriesOnEach: ACCOUNT_LIMITS.categories / ACCOUNT_LIMITS.shelves,
    itemsOnEach: ACCOUNT_LIMITS.items / ACCOUNT_LIMITS.shelves,
    categoriesOfAnItem: 4,
  },
  {
    shelves: ACCOUNT_LIMITS.items / SHELF_LIMITS.items,
    categoriesOnEach: SHELF_LIMITS.categories,
    itemsOnEach: SHELF_LIMITS.items,
    categoriesOfAnItem: ITEM_LIMITS.categories,
  },
  {
    shelves: ACCOUNT_LIMITS.categories / SHELF_LIMITS.categories,
    categoriesOnEach: SHELF_LIMITS.categories,
    itemsOnEach: 50,
    categoriesOfAnItem: ITEM_LIMITS.categories,
  },
  { shelves: 1, categoriesOnEach: 0, itemsOnEach: SHELF_LIMITS.items, categoriesOfAnItem: 0 },
);

test("An account at its limits has a page, an API, sync, an export and a deletion, each complete and bounded", async () => {
  await fc.assert(
    fc.asyncProperty(filling, async (filling) => {
      const server = await startTestServer({ env: { PLAN_LIMITS: "off" } });
      try {
        const ada = await server.signedIn("ada@example.org", "ada");
        const device = await Device.of(ada);
        const { shelfIds, categoryIds, itemIds } = await fillAccount(
          server.services.db,
          device.userId,
          filling,
        );
        const [shelfId = ""] = shelfIds;

        for (const [path, maxBytes] of Object.entries(MAX_BYTES)) {
          const answer = await server.browser().get(path);
          const text = await answer.text();
          expect([path, answer.status, text.length < maxBytes]).toEqual([path, 200, true]);
          for (const id of itemIds.slice(PAGE_MAX_ITEMS))
            if (text.includes(id)) throw new Error(`${path} shows more than ${PAGE_MAX_ITEMS} items`);
        }
        expect(await countOf(await ada.get("/api/shelves"))).toBe(shelfIds.length);
        expect(await countOf(await ada.get(`/api/shelves/${shelfId}/items`))).toBe(filling.itemsOnEach);

        const synced = new Set<string>();
        let answer: SyncResponse;
        do {
          answer = await device.sync([], { continues: true });
          expect(answer.rows.length + answer.gone.length).toBeLessThanOrEqual(SYNC_PAGE_ROWS);
          for (const { row } of answer.rows) synced.add(row.id);
        } while (answer.more);
        expect([...shelfIds, ...categoryIds, ...itemIds].filter((id) => !synced.has(id))).toEqual([]);

        const isFull = shelfIds.length >= ACCOUNT_LIMITS.shelves;
        const { lastMid, results } = await device.sync([sent(1, "shelf.create", newShelf("One more"))]);
        expect([lastMid, results.map(({ mid }) => mid)]).toEqual([1, isFull ? [1] : []]);

        await confirmExport(server, ada);
        const files = await unzipped(new Uint8Array(await (await ada.get("/api/user/export")).arrayBuffer()));
        const { shelves } = v.parse(accountExport, JSON.parse(files.get(EXPORT_FILE)?.toString() ?? ""));
        expect(shelves.flatMap(({ items }) => items)).toHaveLength(itemIds.length);

        await ada.post("/api/user/deletion-code");
        const code = await server.codeFor("ada@example.org");
        const ended = await ada.send("DELETE", "/api/user", {
          body: JSON.stringify({ code }),
          headers: { "Content-Type": "application/json" },
        });
        expect(ended.status).toBe(204);
        expect((await server.browser().get("/ada")).status).toBe(404);
      } finally {
        await server.close();
      }
    }),
    { numRuns: 4, seed: 26, verbose: true },
  );
}, 300_000);

const countOf = async (answer: Response) => ((await answer.json()) as unknown[]).length;
