import assert from "node:assert/strict";
import { SYNC_MAX_BODY_BYTES, SYNC_SCHEMA } from "@shelv/contract/sync";
import { newItem } from "@shelv/contract/testing/rows";
import { v7 as uuid } from "uuid";
import type { Account, AttackedServer } from "sync-server/bench/abuse/attacked-server";
import { writeWithVersions } from "#testing/fill-account";
import { type Attack, change, hammer, insist, newAccount, PAGE_MAX_BYTES, until } from "./attack.ts";

export const SYNC_ATTACKS: readonly Attack[] = [
  {
    id: "D1-sync-string-spread",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        const { results, lastMid } = await eve.sync([change("item.create", "x".repeat(3_900_000), 1)], {
          pull: true,
        });
        assert.deepEqual(
          [lastMid, results.length],
          [1, 1],
          "arguments that are no object are one rejected change",
        );
      };
    },
  },
  {
    id: "D1-sync-nested-args",
    async prepare(server) {
      const eve = await newAccount(server);
      await eve.sync([]);
      const nested = "[".repeat(1_900_000) + "]".repeat(1_900_000);
      const body = JSON.stringify({
        schema: SYNC_SCHEMA,
        clientId: uuid(),
        epoch: null,
        cursor: 0,
        ack: 0,
        pull: false,
        mutations: [change("item.create", "HERE")],
      }).replace('"HERE"', nested);
      assert.ok(body.length < SYNC_MAX_BODY_BYTES);
      return async () => {
        const { status } = await eve.send("POST", "/api/sync", body, { "Content-Type": "application/json" });
        assert.equal(status, 400);
      };
    },
  },
  {
    id: "E-cursor-ahead",
    async prepare(server) {
      const eve = await newAccount(server);
      await eve.sync([]);
      return async () => {
        let { epoch } = await eve.sync([]);
        const epochs = new Set([epoch]);
        for (let request = 0; request < 20; request += 1) {
          const response = await eve.exchange([], { epoch, cursor: 1_000_000, pull: true });
          assert.ok(response.status === 200 || response.status === 429, `status ${response.status}`);
          if (response.ok) ({ epoch } = (await response.json()) as { epoch: string });
          epochs.add(epoch);
        }
        assert.ok(epochs.size <= 4, `${epochs.size} epochs`);
      };
    },
  },
  {
    id: "E-numbers-that-fall",
    async prepare(server) {
      const eve = await newAccount(server);
      await eve.sync([]);
      return async () => {
        const mutations = [1, 2, 1].map((mid) => ({ ...change("item.delete", { id: uuid() }), mid }));
        assert.equal((await eve.exchange([], { mutations })).status, 400);
        assert.equal((await eve.sync([])).lastMid, 0);
      };
    },
  },
  {
    id: "15-servers-own-mutations",
    async prepare(server) {
      const eve = await newAccount(server);
      const { itemIds } = await eve.furnish({ itemsOnEach: 50 });
      return async () => {
        const check = {
          url: "https://example.com/",
          linkState: "gone",
          checkedAt: new Date(0).toISOString(),
        };
        const checks = itemIds.map((id) => ({ id, ...check }));
        const { results } = await eve.sync([change("item.note-link-checks", { checks })], {
          ack: 0,
          pull: true,
        });
        assert.deepEqual(
          results.map(({ code }) => code),
          ["invalid"],
        );
      };
    },
  },
  {
    id: "D2-delete-restore",
    async prepare(server) {
      const eve = await newAccount(server);
      const {
        shelfIds: [id],
      } = await eve.furnish({ itemsOnEach: 20_000 });
      return async () => {
        for (let round = 0; round < 3; round += 1)
          await insist(eve, [change("shelf.delete", { id }), change("shelf.restore", { id })]);
        assert.ok((await rowsOf(server, "item", eve)) <= 20_000);
      };
    },
  },
  {
    id: "D2-category-delete",
    async prepare(server) {
      const eve = await newAccount(server);
      const {
        shelfIds: [shelfId],
        categoryIds,
      } = await eve.furnish({ categoriesOnEach: 20, itemsOnEach: 20_000, categoriesOfAnItem: 20 });
      return async () => {
        const left = await hammer(
          eve,
          categoryIds.map((id) => change("category.delete", { id, shelfId })),
          30,
        );
        assert.ok(
          left.length > 0 && left.length < categoryIds.length,
          "each request does a part, and the account waits for the rest",
        );
      };
    },
  },
  {
    id: "D2-item-move",
    async prepare(server) {
      const eve = await newAccount(server);
      const {
        shelfIds: [shelfId],
        itemIds: [id],
      } = await eve.furnish({ categoriesOnEach: 5000, itemsOnEach: 1 });
      return async () => {
        await insist(
          eve,
          Array.from({ length: 100 }, (_, at) =>
            change("item.move", { id, shelfId, position: `a1${at.toString(36)}V` }),
          ),
        );
      };
    },
  },
  {
    id: "D4-room-by-restore",
    async prepare(server) {
      const eve = await newAccount(server);
      const { shelfIds } = await eve.furnish({ shelves: 6, itemsOnEach: 2000 });
      return async () => {
        for (const id of shelfIds.slice(0, 5)) await insist(eve, [change("shelf.delete", { id })]);
        await eve.furnish({ shelves: 5, itemsOnEach: 1900 });
        await insist(
          eve,
          shelfIds.slice(0, 5).map((id) => change("shelf.restore", { id })),
        );
        const items = await rowsOf(server, "item", eve);
        assert.ok(items <= 12_000, `${items} live items`);
        const pages = await Promise.all(
          Array.from({ length: 8 }, () =>
            fetch(`${server.origin}/${eve.username}`, { headers: { "Accept-Encoding": "identity" } }),
          ),
        );
        for (const page of pages) assert.ok((await page.arrayBuffer()).byteLength < PAGE_MAX_BYTES);
      };
    },
  },
  {
    id: "200 requests of one account at once",
    async prepare(server) {
      const eve = await newAccount(server);
      await eve.sync([]);
      return async () => {
        const nothing = Array.from({ length: 50 }, () => change("item.delete", { id: uuid() }));
        const statuses = (await Promise.all(Array.from({ length: 200 }, () => eve.exchange(nothing)))).map(
          ({ status }) => status,
        );
        assert.deepEqual(
          statuses.filter((status) => status !== 200 && status !== 429),
          [],
        );
      };
    },
  },
  {
    id: "D7-refusal-rows",
    async prepare(server) {
      const eve = await newAccount(server);
      const refused = change("no-op", { code: "c".repeat(60), message: "m".repeat(500) }, 0);
      return async () => {
        for (let request = 0; request < 20; request += 1)
          await insist(
            eve,
            Array.from({ length: 500 }, () => refused),
          );
        const { results } = await eve.sync([], { ack: 0, pull: true });
        assert.ok(results.length <= 1000, `${results.length} results in one answer`);
        const { count } = await server.db.reader
          .selectFrom("sync_result")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("user_id", "=", eve.userId)
          .executeTakeFirstOrThrow();
        assert.ok(count <= 1000, `${count} rejections are stored`);
      };
    },
  },
  {
    id: "D8-tombstones",
    async prepare(server) {
      const eve = await newAccount(server);
      const {
        shelfIds: [shelfId = ""],
      } = await eve.furnish({});
      const bytesOfOne = 3300;
      for (let pair = 0; pair < 8000; pair += 1000)
        await writeTombstones(server, eve, { count: 1000, snapshotBytes: bytesOfOne });
      return async () => {
        const ids = Array.from({ length: 20 }, () => uuid());
        const long = {
          title: "t".repeat(200),
          description: "d".repeat(1000),
          url: `https://example.com/${"a".repeat(2000)}`,
        };
        await insist(
          eve,
          ids.flatMap((id, at) => [
            change("item.create", newItem({ id, shelfId, ...long, position: `a${at.toString(36)}V` })),
            change("item.delete", { id }),
          ]),
        );
        await until(
          async () => (await snapshotBytes(server, eve)) <= 20 * 1024 * 1024,
          "snapshots stay within 20 MB",
        );
      };
    },
  },
  {
    id: "D12-streams",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        let open = 0;
        const ends = new AbortController();
        const openOne = async () => {
          const response = await eve.send("GET", "/api/sync/events");
          assert.equal(response.status, 200);
          open += 1;
          const reader = response.body?.getReader();
          ends.signal.addEventListener("abort", () => void reader?.cancel().catch(() => undefined));
          void (async () => {
            try {
              while (!(await reader?.read())?.done);
            } catch {
              // A stream may be reset instead of ended.
            }
            open -= 1;
          })();
        };
        for (let stream = 0; stream < 200; stream += 1) await openOne();
        await until(async () => open <= 20, "streams beyond 20 are closed");
        ends.abort();
      };
    },
  },
];

async function rowsOf(
  { db }: AttackedServer,
  table: "item" | "shelf" | "category",
  { userId }: Account,
): Promise<number> {
  const { count } = await db.reader
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

async function snapshotBytes({ db }: AttackedServer, { userId }: Account): Promise<number> {
  const { bytes } = await db.reader
    .selectFrom("sync_tombstone")
    .select((eb) => eb.fn.sum<number>(eb.fn("length", ["snapshot"])).as("bytes"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

async function writeTombstones(
  { db }: AttackedServer,
  { userId }: Account,
  { count, snapshotBytes }: { count: number; snapshotBytes: number },
): Promise<void> {
  await db.writer.transaction().execute((trx) =>
    writeWithVersions(trx, userId, async (nextVersion) => {
      for (let at = 0; at < count; at += 1) {
        const version = nextVersion();
        const snapshot = JSON.stringify({ id: uuid(), shelfId: uuid(), title: "t".repeat(snapshotBytes) });
        await trx
          .insertInto("sync_tombstone")
          .values({
            user_id: userId,
            table_name: "items",
            id: uuid(),
            version,
            snapshot,
            deleted_at: Date.now(),
            deletion: version,
            shelf_id: null,
          })
          .execute();
      }
    }),
  );
}
