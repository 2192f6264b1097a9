/** Copies the files on disk before each statement of a deletion, as a killed process would leave them. */
import { copyFileSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely, KyselyPlugin } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#database/open-database";
import { picturesAfter } from "#database/rows/pictures";
import type { Schema } from "#database/schema";
import { sha256Of } from "#pictures/store-picture";
import { sweepPictures } from "#pictures/sweep-pictures";
import { hashOfToken } from "#platform/token";
import { runAllSteps } from "#testing/run-all-steps";
import { fillShelf } from "#testing/fill-shelf";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner, servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { deleteAccount, forgetAccount } from "./delete-account.ts";

function copyingPlugin(folder: string): { plugin: KyselyPlugin; copies: string[] } {
  const target = mkdtempSync(join(tmpdir(), "shelv-test-"));
  onTestFinished(() => rm(target, { recursive: true }));
  const copies: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const copy = join(target, `${copies.length}.db`);
      for (const ending of ["", "-wal"]) copyFileSync(join(folder, `shelv.db${ending}`), copy + ending);
      copies.push(copy);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, copies };
}

async function rowsLeft(file: string, userId: string): Promise<number[]> {
  const db = await openDatabase(file);
  const counts: number[] = [];
  for (const table of ["session", "shelf", "blob", "single", "sync_user"] as const) {
    counts.push(
      (await db.reader.selectFrom(table).select("user_id").where("user_id", "=", userId).execute()).length,
    );
  }
  await db.close();
  return counts;
}

async function adaWithPicture(server: TestServer) {
  const ada = await PictureOwner.of(server, "ada");
  const bytes = await picture("png", { width: 8, height: 8 });
  await ada.put(bytes);
  await ada.browser.post("/api/shelves", { name: "Reading" });
  return { browser: ada.browser, userId: ada.userId, sha256: sha256Of(bytes) };
}

test("If the process dies during a deletion, the account is there as a whole or not at all", async () => {
  const server = await openTestServer();
  const { services, folder } = server;
  const { browser, userId } = await adaWithPicture(server);
  await browser.post("/api/user/deletion-code");
  const { plugin, copies } = copyingPlugin(folder);
  const db = { ...services.db, writer: services.db.writer.withPlugin(plugin) };
  await deleteAccount(
    { ...services, db },
    { userId, tokenHash: hashOfToken(browser.cookies.get("shelv-session") ?? "") },
  );

  const whole = [1, 1, 1, 2, 1];
  expect(copies.length).toBeGreaterThan(8);
  for (const copy of copies) expect(await rowsLeft(copy, userId)).toEqual(whole);
  expect(await rowsLeft(join(folder, "shelv.db"), userId)).toEqual([0, 0, 0, 0, 0]);
});

test("If the process dies before the picture files are deleted, the sweep deletes them", async () => {
  const server = await openTestServer();
  const { services } = server;
  const { userId, sha256 } = await adaWithPicture(server);
  await services.db.writer
    .transaction()
    .execute((trx) => forgetAccount(trx, userId, { secret: services.secret, now: services.now() }));
  expect([
    await picturesAfter(services.db.reader, userId, { after: "", limit: 10 }),
    (await servedFiles(server, sha256)).size > 0,
  ]).toEqual([[], true]);
  await runAllSteps(sweepPictures(services, { seenMs: Infinity }));
  expect((await servedFiles(server, sha256)).size).toBe(0);
});

test("Of an account with many rows, few are deleted at a time: other requests run in between", async () => {
  const server = await openTestServer();
  const { services } = server;
  const { browser, userId } = await adaWithPicture(server);
  const { id: shelfId } = (await (await browser.post("/api/shelves", { name: "Full" })).json()) as {
    id: string;
  };
  await fillShelf(server, { userId, shelfId, items: 600 });
  const ops = Array.from({ length: 600 }, (_, at) => ({ user_id: userId, op_id: `op-${at}`, applied_at: 0 }));
  await services.db.writer.insertInto("sync_op").values(ops).execute();
  await browser.post("/api/user/deletion-code");
  const deleted: number[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      deleted.push(Number(result.numAffectedRows ?? 0));
      return result;
    },
  };
  const [writer, lazyWriter] = [services.db.writer, services.db.lazyWriter].map((db) =>
    db.withPlugin(counting),
  ) as [Kysely<Schema>, Kysely<Schema>];
  await deleteAccount(
    { ...services, db: { ...services.db, writer, lazyWriter } },
    { userId, tokenHash: hashOfToken(browser.cookies.get("shelv-session") ?? "") },
  );
  expect(deleted.filter((rows) => rows > 50)).toEqual([250, 250, 100, 250, 250, 100]);
  expect(await services.db.reader.selectFrom("item").selectAll().execute()).toEqual([]);
});
