import assert from "node:assert/strict";
import type { Breakdown } from "@shelv/contract/analytics";
import type { Account, AttackedServer } from "sync-server/bench/abuse/attacked-server";
import { NEW_NAMES_MAX } from "#analytics/days/admit-names";
import { PHONE } from "#testing/visitor";
import { type Attack, newAccount, postJson } from "./attack.ts";

const NETWORKS = 43;

export const SCARCE_ATTACKS: readonly Attack[] = [
  {
    id: "scarce: one address names 58 sources",
    async prepare(server) {
      const ada = await newAccount(server);
      return async () => {
        for (let at = 0; at < 58; at += 1) await view(server, ada, "198.51.100.30", strange(at), at);
        for (let at = 0; at < 4; at += 1) await view(server, ada, `203.0.113.${40 + at}`, BLOG);
        for (const [by, name] of [
          ["referrer", "example.org"],
          ["utm_source", "blog"],
          ["utm_medium", "blog"],
          ["utm_campaign", "blog"],
        ] as const) {
          const views = await viewsBy(ada, by);
          assert.equal(views.get(name), 4, by);
          assert.equal(
            [...views.keys()].filter((value) => value?.startsWith("strange")).length,
            NEW_NAMES_MAX,
          );
        }
      };
    },
  },
  {
    id: "scarce: 43 networks name 430 sources",
    async prepare(server) {
      const ada = await newAccount(server);
      return async () => {
        for (let at = 0; at < 10; at += 1)
          await Promise.all(
            Array.from({ length: NETWORKS }, (_, network) =>
              view(server, ada, `2001:db8:${network}::1`, strange(at * NETWORKS + network), at),
            ),
          );
        for (let at = 0; at < 4; at += 1) await view(server, ada, `203.0.113.${50 + at}`, BLOG);
        assert.equal((await viewsBy(ada, "referrer")).get("example.org"), 3);
      };
    },
  },
  {
    id: "scarce: 43 networks ask for sign-in codes",
    prepare: async (server) => async () => {
      let mailbox = 0;
      const ask = async (from: string) => {
        const email = `scarce-${(mailbox += 1)}@example.com`;
        return (await postJson(server, "/api/auth/send-code", { email }, from)).ok;
      };
      const flood = Array.from({ length: NETWORKS }, async (_, network) => {
        let sent = 0;
        while (await ask(`2001:db8:${(0x200 + network).toString(16)}::1`)) sent += 1;
        return sent;
      });
      const sent = (await Promise.all(flood)).reduce((sum, of) => sum + of, 0);
      for (let at = 0; at < 30; at += 1) assert.ok(await ask(`192.0.${at}.1`), `the newcomer ${at}`);
      assert.ok(sent > 1000, `only ${sent} codes`);
    },
  },
];

const strange = (at: number) => ({
  referrer: `https://strange-${at}.example/`,
  utm: { source: `strange ${at}`, medium: `strange ${at}`, campaign: `strange ${at}` },
});
const BLOG = {
  referrer: "https://blog.example.org/",
  utm: { source: "Blog", medium: "Blog", campaign: "Blog" },
};

async function view(
  server: AttackedServer,
  { username }: Account,
  from: string,
  source: object,
  browser = 0,
): Promise<void> {
  const body = { username, eventType: "view", ...source };
  const headers = { "User-Agent": `${PHONE} Build/${browser}` };
  assert.equal((await postJson(server, "/api/analytics/track", body, from, headers)).status, 204);
}

async function viewsBy(account: Account, by: string): Promise<Map<string | null, number>> {
  const { rows } = (await (
    await account.send("GET", `/api/analytics/breakdown?by=${by}`)
  ).json()) as Breakdown;
  return new Map(rows.map(({ value, views }) => [value, views]));
}
