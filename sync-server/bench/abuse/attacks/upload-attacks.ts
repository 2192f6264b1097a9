import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { type AccountExport, EXPORT_FILE } from "@shelv/contract/export";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { amplifyingPng, deflatedZip, endlessWebp, plainPng } from "sync-server/bench/abuse/attack-payloads";
import type { Account } from "sync-server/bench/abuse/attacked-server";
import { withCommentedEntries, zipped } from "#testing/zip";
import { type Attack, newAccount } from "./attack.ts";

export const UPLOAD_ATTACKS: readonly Attack[] = [
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
        const { status } = await importZip(eve, Buffer.from(`{"shelves":[${"[],".repeat(14_999_999)}[]]}`));
        assert.ok([400, 413].includes(status), `the import answers ${status}`);
      };
    },
  },
  {
    id: "D6-import-comments",
    async prepare(server) {
      const eves = await Promise.all(Array.from({ length: 4 }, () => newAccount(server)));
      const names = Array.from({ length: 80 }, (_, at) => `pictures/${String(at).padStart(64, "0")}.webp`);
      const plain = await zipped({ [EXPORT_FILE]: JSON.stringify(emptyExport()) });
      const zip = withCommentedEntries(plain, { names, commentBytes: 50_000 });
      return async () => {
        for (const { status } of await Promise.all(eves.map((eve) => sendZip(eve, zip))))
          assert.equal(status, 200, `the import answers ${status}`);
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
];

async function importZip(account: Account, shelvJson: Buffer): Promise<Response> {
  return sendZip(account, deflatedZip("shelv.json", shelvJson));
}

const sendZip = (account: Account, zip: Uint8Array<ArrayBuffer>): Promise<Response> =>
  account.send("POST", "/api/user/import", zip, { "Content-Type": "application/zip" });

function emptyExport(): AccountExport {
  const { account, ...singles } = FIRST_SINGLES;
  const createdAt = "2026-01-01T00:00:00.000Z";
  return {
    version: 1,
    exportedAt: createdAt,
    account: { ...account, username: "old", email: "old@example.org", createdAt, plan: account },
    ...singles,
    socialLinks: [],
    shelves: [],
  };
}

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
