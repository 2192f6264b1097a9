import assert from "node:assert/strict";
import type { Account } from "sync-server/bench/abuse/attacked-server";
import { type Attack, change, newAccount, PAGE_MAX_BYTES } from "./attack.ts";

export const PAGE_ATTACKS: readonly Attack[] = [
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
  ...Object.entries({
    "D5-css-nested-condition": `@supports ${"(".repeat(9970)}${")".repeat(9970)}{a{top:0}}`,
    "D5-css-unclosed": `@media ${"(".repeat(19_990)}`,
    "D5-css-depth @media": "@media all{".repeat(1817),
    "D5-css-depth @layer": "@layer a{".repeat(2221),
    "D5-css-depth nesting": "a{&".repeat(6663),
  }).map(([id, customCss]): Attack => ({
    id,
    async prepare(server) {
      const eve = await newAccount(server);
      return async () => {
        const saved = await eve.json("PUT", "/api/settings", { customCss });
        assert.ok([200, 400].includes(saved.status), `saving answers ${saved.status}`);
        for (let look = 0; look < 3; look += 1)
          assert.equal((await fetch(`${server.origin}/${eve.username}`)).status, 200);
      };
    },
  })),
  {
    id: "lists of the longest texts, of three accounts at once",
    async prepare(server) {
      const eves = await Promise.all(Array.from({ length: 3 }, () => newAccount(server)));
      const paths: { eve: Account; path: string }[] = [];
      for (const eve of eves) {
        const { shelfIds } = await eve.furnish({ shelves: 3, itemsOnEach: 1000 });
        await server.db.writer
          .updateTable("item")
          .set({ description: LONGEST, note: LONGEST })
          .where("user_id", "=", eve.userId)
          .execute();
        paths.push(...shelfIds.map((id) => ({ eve, path: `/api/shelves/${id}/items` })));
      }
      return async () => {
        await Promise.all(
          paths.map(async ({ eve, path }) => {
            const answer = await eve.send("GET", path);
            let bytes = 0;
            for await (const part of answer.body ?? []) bytes += part.byteLength;
            assert.ok(answer.status === 200 && bytes > 1000 * 2 * LONGEST.length, `${bytes} bytes`);
          }),
        );
      };
    },
  },
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
          "another large page is rendered in between",
        );
        assert.equal((await own).status, 200);
      };
    },
  },
];

const API_MAX_BYTES = 8 * 1024 * 1024;

/** A thousand characters of 11 bytes: a text may have 12 kB. */
const LONGEST = "d\u0301\u0301\u0301\u0301\u0301".repeat(1000);
