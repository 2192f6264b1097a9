/**
 * Attacks of one account or visitor. Each checks its answers and what is stored afterwards: rows, bytes,
 * streams and steps, never times.
 */
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { SYNC_MAX_BODY_BYTES } from "@shelv/contract/sync";
import { MUTATORS } from "@shelv/mutators/mutations";
import { v7 as uuid } from "uuid";
import { type Account, type AttackedServer, REFUSED_ADDRESS } from "./attacked-server.ts";
import { deflatedZip } from "./attack-payloads.ts";
import { amplifyingPng, endlessWebp, plainPng } from "./attack-payloads.ts";

/** `prepare` does the set-up and returns the attack. */
export type Attack = { id: string; prepare: (server: AttackedServer) => Promise<() => Promise<void>> };

const change = (name: string, args: unknown, v = MUTATORS[name as keyof typeof MUTATORS]?.v ?? 1) => ({
  name,
  v,
  args,
});
const repeat = (text: string, count: number) => text.repeat(count);
let accounts = 0;
const newAccount = (server: AttackedServer) => server.account(`eve-${(accounts += 1)}`);

export const ATTACKS: readonly Attack[] = [
  {
    id: "D1-sync-string-spread",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        const { results, lastMid } = await eve.sync([change("item.create", repeat("x", 3_900_000), 1)], {
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
      const nested = repeat("[", 1_900_000) + repeat("]", 1_900_000);
      const body = JSON.stringify({
        schema: 3,
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
    id: "D3-categories-x-items",
    async prepare(server) {
      const eve = await newAccount(server);
      await eve.furnish({ categoriesOnEach: 1000, itemsOnEach: 4000, categoriesOfAnItem: 100 });
      return async () => {
        for (const [path, maxBytes] of [
          [`/${eve.username}`, PAGE_MAX_BYTES],
          [`/api/users/${eve.username}/shelves`, API_MAX_BYTES],
        ] as const) {
          const response = await fetch(server.origin + path);
          const bytes = (await response.arrayBuffer()).byteLength;
          assert.equal(response.status, 200);
          assert.ok(bytes < maxBytes, `${path} has ${bytes} bytes`);
        }
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
  ...Object.entries({
    "D5-css-nested-condition": `@supports ${repeat("(", 9970)}${repeat(")", 9970)}{a{top:0}}`,
    "D5-css-unclosed": `@media ${repeat("(", 19_990)}`,
    "D5-css-depth @media": repeat("@media all{", 1817),
    "D5-css-depth @layer": repeat("@layer a{", 2221),
    "D5-css-depth nesting": repeat("a{&", 6663),
  }).map(([id, customCss]): Attack => ({
    id,
    async prepare(server) {
      const eve = await newAccount(server);
      const look = {
        template: "minimal",
        primaryColor: "#0066FF",
        fontFamily: "Inter",
        isDarkMode: false,
        shelfBackground: "solid",
        customCss,
      };
      return async () => {
        const saved = await eve.json("PUT", "/api/settings", look);
        assert.ok([200, 400].includes(saved.status), `saving answers ${saved.status}`);
        for (let look = 0; look < 3; look += 1)
          assert.equal((await fetch(`${server.origin}/${eve.username}`)).status, 200);
      };
    },
  })),
  {
    id: "style sheets saved one after the other, on a large page",
    async prepare(server) {
      const eve = await newAccount(server);
      const ada = await newAccount(server);
      for (const account of [eve, ada]) await account.furnish({ itemsOnEach: 101 });
      const rules = Array.from({ length: 1000 }, (_, at) => `.a${at}{color:red}`).join("");
      return async () => {
        for (let save = 0; save < 100; save += 1)
          await eve.sync([
            change("appearance.update", {
              patch: { customCss: `/*${save}*/${rules}` },
              was: { customCss: "" },
            }),
          ]);
        const own = fetch(`${server.origin}/${eve.username}`);
        assert.equal(
          (await fetch(`${server.origin}/${ada.username}`)).status,
          200,
          "another large page is made meanwhile",
        );
        assert.equal((await own).status, 200);
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
    id: "D6-import-json-bomb",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        const { status } = await importZip(
          eve,
          Buffer.concat([Buffer.alloc(33_000_000, "["), Buffer.alloc(33_000_000, "]")]),
        );
        assert.ok([400, 413].includes(status), `the import answers ${status}`);
      };
    },
  },
  {
    id: "D6-import-small-values",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        const { status } = await importZip(eve, Buffer.from(`{"shelves":[${repeat("[],", 14_999_999)}[]]}`));
        assert.ok([400, 413].includes(status), `the import answers ${status}`);
      };
    },
  },
  {
    id: "D7-refusal-rows",
    async prepare(server) {
      const eve = await newAccount(server);
      const refused = change("no-op", { code: repeat("c", 60), message: repeat("m", 500) }, 0);
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
        shelfIds: [shelfId],
      } = await eve.furnish({});
      const bytesOfOne = 3300;
      for (let pair = 0; pair < 8000; pair += 1000)
        await writeTombstones(server, eve, { count: 1000, snapshotBytes: bytesOfOne });
      return async () => {
        const ids = Array.from({ length: 20 }, () => uuid());
        const item = {
          title: repeat("t", 200),
          description: repeat("d", 1000),
          url: `https://example.com/${repeat("a", 2000)}`,
          price: "",
          emoji: "",
          picture: null,
          cutout: null,
          showsCutout: false,
          categoryIds: [],
        };
        await insist(
          eve,
          ids.flatMap((id, at) => [
            change("item.create", { id, shelfId, ...item, position: `a${at.toString(36)}V` }),
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
    id: "D9-picture-amplification",
    async prepare(server) {
      const eve = await newAccount(server);
      const picture = await amplifyingPng();
      return async () => {
        const { status } = await eve.upload(picture);
        const stored = await server.db.reader
          .selectFrom("blob")
          .select("bytes")
          .where("user_id", "=", eve.userId)
          .executeTakeFirst();
        if (status === 204)
          assert.ok(
            (stored?.bytes ?? 0) > 10 * picture.byteLength,
            "what is stored is counted, not what was sent",
          );
        else assert.ok(status === 400 || status === 413 || status === 429, `the upload answers ${status}`);
      };
    },
  },
  {
    id: "D9-picture-never-done",
    async prepare(server) {
      const eve = await newAccount(server);
      const picture = await endlessWebp();
      return async () => {
        const { status } = await eve.upload(picture);
        assert.ok([204, 400, 413, 429].includes(status), `the upload answers ${status}`);
      };
    },
  },
  {
    id: "D9-line-full",
    async prepare(server) {
      const [eve, ada] = [await newAccount(server), await newAccount(server)];
      const pictures = await Promise.all(Array.from({ length: 24 }, amplifyingPng));
      const adas = await plainPng();
      return async () => {
        const flood = pictures.map((picture) => eve.upload(picture));
        const own = await ada.upload(adas);
        assert.equal(own.status, 204, "another account is served while one fills the line");
        for (const { status } of await Promise.all(flood))
          assert.ok([204, 400, 413, 429, 503].includes(status), `an upload answers ${status}`);
      };
    },
  },
  {
    id: "D10-mail-refused",
    prepare: async (server) => async () => {
      const statuses: number[] = [];
      for (let request = 0; request < 20; request += 1)
        statuses.push((await askForCode(server, REFUSED_ADDRESS, "198.51.100.10")).status);
      assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [400, 429]);
    },
  },
  {
    id: "D11-import-slots",
    prepare: async (server) => async () => {
      const slow = await Promise.all(
        Array.from({ length: 4 }, async () => slowImport(await newAccount(server))),
      );
      const ada = await newAccount(server);
      const { status } = await importZip(ada, Buffer.from("{}"));
      assert.equal(status, 400, "another account's import is looked at");
      for (const socket of slow) socket.destroy();
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
        // A click counts after a view.
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
  {
    id: "sign-in: many names of one mailbox",
    prepare: async (server) => async () => {
      const answers = [];
      for (let at = 0; at < 100; at += 1)
        answers.push(
          (await askForCode(server, `six+${at}@gmail.com`, `2001:db8:77:${at.toString(16)}::1`)).status,
        );
      const mails = answers.filter((status) => status === 204 || status === 200).length;
      assert.ok(mails <= 20, `${mails} mails to one mailbox`);
    },
  },
  {
    id: "sign-in: a stranger's networks keep nobody out",
    prepare: async (server) => async () => {
      for (let at = 0; at < 12; at += 1)
        await askForCode(server, "target@example.com", `2001:db8:99:${at.toString(16)}::1`);
      const owner = await askForCode(server, "target@example.com", "203.0.113.77");
      assert.ok(owner.ok, `the owner on a new device is answered ${owner.status}`);
    },
  },
  {
    id: "sign-in: addresses and codes that are none",
    prepare: async (server) => async () => {
      for (const [at, email] of [
        "a@b.co\r\nBcc: x@y.zz",
        "a@b.co,x@y.zz",
        '"a b"@b.co',
        "a@[127.0.0.1]",
        "a@b.co\0",
        "viſitor@example.com",
        "a@b.ſk",
      ].entries()) {
        assert.equal(
          (await askForCode(server, email, `203.0.113.${100 + at}`)).status,
          400,
          JSON.stringify(email),
        );
      }
      for (const code of ["１２３４５６", "123456\0", 123_456, ["123456"], { $ne: "" }, "' OR 1=1", null]) {
        const { status } = await postJson(server, "/api/auth/verify-code", { code }, "203.0.113.120");
        assert.equal(status, 400, JSON.stringify(code));
      }
    },
  },
  {
    id: "names that mislead",
    async prepare(server) {
      await server.account("paypal");
      return async () => {
        const names = [
          "Shelv-Support",
          "shelv_support",
          "official-shelv",
          "security-team",
          "postmaster",
          "hostmaster",
          "abuse",
          "mail",
          "smtp",
          "autodiscover",
          "wpad",
          "mta-sts",
          "billing",
          "service-worker",
          "_dmarc",
          "paypaI",
        ];
        for (const [at, name] of names.entries()) {
          const response = await fetch(`${server.origin}/api/check-username/${encodeURIComponent(name)}`, {
            headers: { "X-Forwarded-For": `203.0.113.${130 + at}` },
          });
          assert.deepEqual(await response.json(), { available: false }, name);
        }
      };
    },
  },
  {
    id: "domains that are none",
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        for (const name of [
          "localhost",
          "x.localhost",
          "2130706433",
          "0x7f.1",
          "co.uk",
          "http://example.com\\@evil.com",
          "foo.onion",
          "*.example.com",
          "example.com%00.evil.com",
        ]) {
          assert.equal((await eve.json("POST", "/api/domains", { name })).status, 400, name);
        }
      };
    },
  },
];

const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
/** HTML of 1,000 plain items, with a margin. */
const PAGE_MAX_BYTES = 2 * 1024 * 1024;
/** The API names the categories of each item. */
const API_MAX_BYTES = 8 * 1024 * 1024;
/** Of a request: each must make progress. */
const ROUNDS_AT_MOST = 400;

type Changes = Parameters<Account["sync"]>[0];

/** As fast as the server answers, until all are processed. */
async function insist(account: Account, changes: Changes): Promise<void> {
  const left = await hammer(account, changes, ROUNDS_AT_MOST);
  if (left.length > 0)
    throw new Error(`${left.length} changes were not dealt with in ${ROUNDS_AT_MOST} requests`);
}

/** With a limit of requests; returns the remaining changes. */
async function hammer(account: Account, changes: Changes, requests: number): Promise<Changes> {
  let left = changes;
  let lastMid = (await account.sync([])).lastMid;
  for (let request = 0; request < requests && left.length > 0; request += 1) {
    const answer = await account.sync(left);
    left = left.slice(answer.lastMid - lastMid);
    lastMid = answer.lastMid;
  }
  return left;
}

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

/** Of an account older than the quota. */
async function writeTombstones(
  { db }: AttackedServer,
  { userId }: Account,
  { count, snapshotBytes }: { count: number; snapshotBytes: number },
): Promise<void> {
  await db.writer.transaction().execute(async (trx) => {
    let { version } = await trx
      .selectFrom("sync_user")
      .select("version")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    for (let at = 0; at < count; at += 1) {
      version += 1;
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
    await trx.updateTable("sync_user").set({ version }).where("user_id", "=", userId).execute();
  });
}

/** One file, compressed as small as possible. */
async function importZip(account: Account, shelvJson: Buffer): Promise<Response> {
  return account.send("POST", "/api/user/import", deflatedZip("shelv.json", shelvJson), {
    "Content-Type": "application/zip",
  });
}

/** Declares a large size, sends two bytes and stays open. */
async function slowImport({ server, headers }: Account): Promise<Socket> {
  const { hostname, port, host } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const lines = [
    "POST /api/user/import HTTP/1.1",
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: application/zip",
    "Content-Length: 1000000",
  ];
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => void socket.write(`${lines.join("\r\n")}\r\n\r\nPK`, () => resolve()));
  return socket;
}

const postJson = (
  { origin }: AttackedServer,
  path: string,
  body: unknown,
  from: string,
  headers: Record<string, string> = {},
) =>
  fetch(origin + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Origin: origin, "X-Forwarded-For": from, ...headers },
  });

const askForCode = (server: AttackedServer, email: string, from: string) =>
  postJson(server, "/api/auth/send-code", { email }, from);

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

/** For work that the server does after its answer. */
async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It never came true that ${what}`);
}
