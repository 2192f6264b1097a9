import assert from "node:assert/strict";
import type { Account, AttackedServer } from "sync-server/bench/abuse/attacked-server";
import { PHONE } from "#testing/visitor";
import { type Attack, newAccount, postJson } from "./attack.ts";

export const ANALYTICS_ATTACKS: readonly Attack[] = [
  {
    id: "A1-spaced",
    async prepare(server) {
      const ada = await newAccount(server);
      return async () => {
        const events = Array.from({ length: 96 }, (_, at) => ({
          username: ada.username,
          eventType: "view",
          at: new Date(Date.now() - at * 30 * 60_000).toISOString(),
        }));
        await track(server, { events }, "198.51.100.20");
        assert.deepEqual(await countsOf(ada), [3, 0]);
      };
    },
  },
  {
    id: "A1-clicks",
    async prepare(server) {
      const ada = await newAccount(server);
      const {
        itemIds: [itemId],
      } = await ada.furnish({ itemsOnEach: 1 });
      return async () => {
        const events = Array.from({ length: 100 }, (_, at) => ({
          username: ada.username,
          eventType: "click",
          itemId,
          at: new Date(Date.now() - at * 60_000).toISOString(),
        }));
        await track(server, { username: ada.username, eventType: "view" }, "198.51.100.21");
        for (let request = 0; request < 5; request += 1) await track(server, { events }, "198.51.100.21");
        assert.deepEqual(await countsOf(ada), [1, 20]);
      };
    },
  },
  {
    id: "A2-agents",
    async prepare(server) {
      const ada = await newAccount(server);
      return async () => {
        for (let request = 0; request < 620; request += 1)
          await track(
            server,
            { username: ada.username, eventType: "view" },
            "198.51.100.22",
            `${PHONE} Build/${request}`,
          );
        assert.deepEqual(await countsOf(ada), [60, 0]);
      };
    },
  },
];

async function track(server: AttackedServer, body: object, from: string, userAgent = PHONE): Promise<void> {
  assert.ok(
    (await postJson(server, "/api/analytics/track", body, from, { "User-Agent": userAgent })).status < 500,
  );
}

async function countsOf(account: Account): Promise<[views: number, clicks: number]> {
  const { views, clicks } = (await (await account.send("GET", "/api/analytics/summary")).json()) as Record<
    "views" | "clicks",
    { total: number }
  >;
  return [views.total, clicks.total];
}
