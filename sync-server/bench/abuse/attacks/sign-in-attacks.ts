import assert from "node:assert/strict";
import { type AttackedServer, REFUSED_ADDRESS } from "sync-server/bench/abuse/attacked-server";
import { type Attack, newAccount, postJson } from "./attack.ts";

export const SIGN_IN_ATTACKS: readonly Attack[] = [
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
    id: "sign-in: codes for a stranger on many networks do not lock the owner out",
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

const askForCode = (server: AttackedServer, email: string, from: string) =>
  postJson(server, "/api/auth/send-code", { email }, from);
