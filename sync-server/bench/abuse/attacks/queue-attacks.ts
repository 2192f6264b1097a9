import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { sql } from "kysely";
import type { Account, AttackedServer } from "sync-server/bench/abuse/attacked-server";
import { MARKS_OF_ACCOUNT_MAX } from "#analytics/visitor/own-visits";
import { LIMITS } from "#http/rate-limits/limits";
import { PHONE } from "#testing/visitor";
import { type Attack, newAccount, postJson } from "./attack.ts";

export const QUEUE_ATTACKS: readonly Attack[] = [
  {
    id: "queues: 200 captures at once by token, beside 6,000 long links",
    async prepare(server) {
      const eve = await newAccount(server);
      await eve.furnish({ shelves: 4, itemsOnEach: 1500 });
      await sql`update item set url = url || ${"long".repeat(450)} || id where user_id = ${eve.userId}`.execute(
        server.db.writer,
      );
      const made = (await (await eve.json("POST", "/api/capture-tokens", { name: "Flood" })).json()) as {
        token: string;
      };
      const headers = { Authorization: `Bearer ${made.token}` };
      return async () => {
        const answers = await Promise.all(
          Array.from({ length: 200 }, (_, at) =>
            postJson(server, "/api/capture", { url: `https://example.org/${at}` }, "198.51.100.40", headers),
          ),
        );
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
        const captured = await server.db.reader
          .selectFrom("item")
          .select("position")
          .where("user_id", "=", eve.userId)
          .where("url", "like", "https://example.org/%")
          .execute();
        assert.equal(new Set(captured.map(({ position }) => position)).size, 200);
      };
    },
  },
  {
    id: "queues: 300 browsers of one account",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        for (let at = 0; at < 300; at += 1)
          await eve.send("GET", "/api/auth/me", undefined, { "User-Agent": `${PHONE} Build/${at}` });
        const marks = await server.db.reader
          .selectFrom("own_visit")
          .select("mark")
          .where("user_id", "=", eve.userId)
          .execute();
        assert.ok(marks.length <= MARKS_OF_ACCOUNT_MAX, `${marks.length} marks`);
      };
    },
  },
  {
    id: "queues: 60,000 events from 300 networks of one block",
    async prepare(server) {
      const ada = await newAccount(server);
      const events = Array.from({ length: 100 }, () => ({ username: ada.username, eventType: "view" }));
      const send = (at: number) =>
        postJson(server, "/api/analytics/track", { events }, `2001:db8:7:${(at % 300).toString(16)}::1`, {
          "User-Agent": PHONE,
        });
      return async () => {
        const answers = await Promise.all(Array.from({ length: 600 }, (_, at) => send(at)));
        const taken = answers.filter(({ status }) => status === 204);
        assert.ok(taken.length * events.length <= LIMITS["tracked-by-block"].points, `${taken.length} taken`);
        assert.ok(answers.every(({ status }) => status === 204 || status === 429));
      };
    },
  },
  {
    id: "queues: 56 links of one account to one slow site",
    async prepare(server) {
      const [eve, ada] = [await newAccount(server), await newAccount(server)];
      return async () => {
        const site = await slowSite(server.sitePort, (_, response) => void setTimeout(answer, 150, response));
        const flood = Array.from({ length: 56 }, (_, at) => detailsOf(eve, `${site.origin}/${at}`));
        const others = await Promise.all([1, 2].map((at) => detailsOf(ada, `${site.origin}/ada/${at}`)));
        const statuses = await Promise.all(flood);
        await site.stop();
        assert.deepEqual(others, [200, 200]);
        assert.ok(statuses.includes(429) || statuses.includes(503), "The flood is refused nothing");
      };
    },
  },
  {
    id: "queues: links of one account to sites that never answer",
    async prepare(server) {
      const [eve, ada] = [await newAccount(server), await newAccount(server)];
      return async () => {
        const site = await slowSite(server.sitePort, ({ url }, response) => {
          if (url?.startsWith("/ada")) answer(response);
        });
        const flood = Array.from({ length: 28 }, (_, at) =>
          detailsOf(eve, `http://127.0.0.${2 + at}:${server.sitePort}/`),
        );
        const others = await detailsOf(ada, `${site.origin}/ada`);
        await Promise.all(flood);
        await site.stop();
        assert.equal(others, 200);
      };
    },
  },
];

const detailsOf = async (account: Account, url: string): Promise<number> =>
  (await account.json("POST", "/api/link-details", { url })).status;

type Responding = Parameters<RequestListener>[1];

const answer = (response: Responding) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<title>Mug</title>");

async function slowSite(port: AttackedServer["sitePort"], listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, "0.0.0.0", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${port}`, stop };
}
