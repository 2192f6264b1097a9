import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UNUSED_PICTURE_RETENTION_MS } from "@shelv/contract/rows/picture";
import { expect, test, vi } from "vitest";
import { DatabaseGone } from "#database/errors";
import { forgetPictures, usedPictures } from "#database/rows/pictures";
import { rotateEpochs } from "#shelves/sync-state/epochs";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner, servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { sha256Of, storePicture } from "./store-picture.ts";
import { removeUnheld, sweepPictures } from "./sweep-pictures.ts";

vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 24 * 60 * 60_000;
const WEEK_IN_DAYS = UNUSED_PICTURE_RETENTION_MS / DAY_MS;

async function pass(server: TestServer, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    server.wait(DAY_MS);
    await runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
  }
}

const isServed = async (server: TestServer, sha256: string) => (await servedFiles(server, sha256)).size > 0;
type Bytes = Uint8Array<ArrayBuffer>;
const small = (width = 40) => picture("png", { width, height: 30 });

async function withShelf() {
  const server = await openTestServer();
  const ada = await PictureOwner.of(server, "ada");
  const { id: shelfId } = (await (await ada.browser.post("/api/shelves", { name: "Kiln" })).json()) as {
    id: string;
  };
  const newItem = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = { title: "Mug", url: "https://example.com", image: new Blob([bytes]) };
    return (
      (await (await ada.browser.form("POST", `/api/shelves/${shelfId}/items`, form)).json()) as { id: string }
    ).id;
  };
  return { server, ada, newItem };
}

test("An unused picture is deleted after a week, row and files, and can be uploaded again", async () => {
  const { server, ada } = await withShelf();
  const bytes = await small();
  await ada.put(bytes);
  await pass(server, WEEK_IN_DAYS);
  expect(await isServed(server, sha256Of(bytes))).toBe(true);
  await pass(server, 1);
  expect([await isServed(server, sha256Of(bytes)), await ada.has(sha256Of(bytes))]).toEqual([false, false]);
  expect((await ada.put(bytes)).status).toBe(204);
  expect(await isServed(server, sha256Of(bytes))).toBe(true);
});

test("A picture stays as long as an item uses it, and a week after it was first seen unused", async () => {
  const { server, newItem, ada } = await withShelf();
  const [first, second] = [await small(), await small(41)];
  const id = await newItem(first);
  await pass(server, 2 * WEEK_IN_DAYS);
  await ada.browser.form("PATCH", `/api/items/${id}`, { image: new Blob([second]) });
  await pass(server, WEEK_IN_DAYS);
  expect([await isServed(server, sha256Of(first)), await isServed(server, sha256Of(second))]).toEqual([
    true,
    true,
  ]);
  await pass(server, 1);
  expect([await isServed(server, sha256Of(first)), await isServed(server, sha256Of(second))]).toEqual([
    false,
    true,
  ]);
});

test("The picture of a deleted item stays as long as the item can be restored", async () => {
  const { server, newItem, ada } = await withShelf();
  const bytes = await small();
  await ada.browser.delete(`/api/items/${await newItem(bytes)}`);
  await pass(server, 2 * WEEK_IN_DAYS);
  expect(await isServed(server, sha256Of(bytes))).toBe(true);
  await server.services.db.writer.deleteFrom("sync_tombstone").execute();
  await pass(server, WEEK_IN_DAYS + 1);
  expect(await isServed(server, sha256Of(bytes))).toBe(false);
});

test("A picture that is requested, uploaded or used again starts its week again", async () => {
  const { server, ada, newItem } = await withShelf();
  const wants = {
    ask: (bytes: Bytes) => ada.has(sha256Of(bytes)),
    send: (bytes: Bytes) => ada.put(bytes),
    show: newItem,
  };
  const pictures = new Map(
    await Promise.all(Object.keys(wants).map(async (want, at) => [want, await small(40 + at)] as const)),
  );
  for (const bytes of pictures.values()) await ada.put(bytes);
  await pass(server, WEEK_IN_DAYS - 1);
  for (const [want, doIt] of Object.entries(wants)) await doIt(pictures.get(want) as Bytes);
  await pass(server, WEEK_IN_DAYS - 1);
  for (const [want, bytes] of pictures)
    expect([want, await isServed(server, sha256Of(bytes))]).toEqual([want, true]);
});

test("A picture that is used again during the sweep of its account stays", async () => {
  const { server, ada, newItem } = await withShelf();
  const bytes = await small();
  await ada.put(bytes);
  await pass(server, WEEK_IN_DAYS);
  server.wait(DAY_MS);
  const { db } = server.services;
  const rowsRead = await runAllSteps(usedPictures(db.reader, ada.userId));
  let steps = 0;
  for await (const _ of sweepPictures(server.services, { seenMs: Infinity })) {
    steps += 1;
    if (steps !== rowsRead) continue;
    await newItem(bytes);
    await db.writer.updateTable("blob").set({ unused_since: 0 }).execute();
  }
  await pass(server, 1);
  expect(await ada.has(sha256Of(bytes))).toBe(true);
});

test("Files stay while any account has them", async () => {
  const { server, ada, newItem } = await withShelf();
  const eve = await PictureOwner.of(server, "eve");
  const bytes = await small();
  await newItem(bytes);
  await eve.put(bytes);
  await pass(server, WEEK_IN_DAYS + 1);
  expect([await ada.has(sha256Of(bytes)), await eve.has(sha256Of(bytes))]).toEqual([true, false]);
  expect(await isServed(server, sha256Of(bytes))).toBe(true);
});

test("A deleted account's pictures are deleted, except those that others have too", async () => {
  const { server, ada } = await withShelf();
  const eve = await PictureOwner.of(server, "eve");
  const [own, shared] = [await small(), await small(41)];
  for (const bytes of [own, shared]) await ada.put(bytes);
  await eve.put(shared);
  const gone = await server.services.db.writer
    .transaction()
    .execute((trx) => forgetPictures(trx, ada.userId));
  await removeUnheld(server.services, gone);
  expect([await isServed(server, sha256Of(own)), await isServed(server, sha256Of(shared))]).toEqual([
    false,
    true,
  ]);
  expect([await ada.has(sha256Of(shared)), await eve.has(sha256Of(shared))]).toEqual([false, true]);
});

test("The sweep deletes what a crash left: files without a row, and unfinished folders", async () => {
  const { server, ada } = await withShelf();
  const [orphan, kept] = [await small(), await small(41)];
  for (const bytes of [orphan, kept]) await ada.put(bytes);
  await server.services.db.writer.deleteFrom("blob").where("sha256", "=", sha256Of(orphan)).execute();
  const unfinished = join(server.folder, "media", "unfinished-x");
  await mkdir(unfinished);
  await writeFile(join(unfinished, "160.webp"), "half");
  await runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
  expect([await isServed(server, sha256Of(orphan)), await isServed(server, sha256Of(kept))]).toEqual([
    false,
    true,
  ]);
  expect((await readdir(join(server.folder, "media"))).toSorted()).not.toContain("unfinished-x");
});

test("After a restore the sweep deletes nothing for two weeks", async () => {
  const { server, ada } = await withShelf();
  const [orphan, unused] = [await small(), await small(41)];
  for (const bytes of [orphan, unused]) await ada.put(bytes);
  const { services } = server;
  await services.db.writer.deleteFrom("blob").where("sha256", "=", sha256Of(orphan)).execute();
  await rotateEpochs(services.db.writer, services.now());
  const areServed = async () => [
    await isServed(server, sha256Of(orphan)),
    await isServed(server, sha256Of(unused)),
  ];
  await pass(server, 13);
  expect(await areServed()).toEqual([true, true]);
  await pass(server, 1);
  expect([...(await areServed()), await ada.has(sha256Of(unused))]).toEqual([false, false, false]);
});

test("A picture stays whole if its row is committed after the connection was lost", async () => {
  const { server, ada } = await withShelf();
  const { services } = server;
  const bytes = await small();
  const late: (() => Promise<unknown>)[] = [];
  const { writer } = services.db;
  const withoutAnswer = new Proxy(writer, {
    get: (target, name) =>
      name === "transaction"
        ? () => ({
            execute: async (act: (trx: typeof writer) => Promise<unknown>) => {
              late.push(() => target.transaction().execute(act));
              throw new DatabaseGone("The connection is lost");
            },
          })
        : (Reflect.get(target, name) as unknown),
  });
  const writeDeps = { ...services.writeDeps, db: { ...services.db, writer: withoutAnswer } };
  const upload = { userId: ada.userId, sha256: sha256Of(bytes), bytes };
  await expect(storePicture({ ...services, writeDeps }, upload)).rejects.toThrow("The connection is lost");
  for (const commit of late) await commit();
  expect([await ada.has(sha256Of(bytes)), (await servedFiles(server, sha256Of(bytes))).size]).toEqual([
    true,
    7,
  ]);
});

test("A picture whose files are lost is requested again, and complete after the upload", async () => {
  const { server, ada } = await withShelf();
  const bytes = await small();
  await ada.put(bytes);
  await server.services.files.remove(sha256Of(bytes));
  expect(await ada.has(sha256Of(bytes))).toBe(false);
  expect((await ada.put(bytes)).status).toBe(204);
  expect([await ada.has(sha256Of(bytes)), await isServed(server, sha256Of(bytes))]).toEqual([true, true]);
});

test("A picture that is uploaded while its files are deleted is stored in the end", async () => {
  const { server, ada } = await withShelf();
  const eve = await PictureOwner.of(server, "eve");
  const bytes = await small();
  for (let round = 0; round < 10; round += 1) {
    await ada.put(bytes);
    const gone = await server.services.db.writer
      .transaction()
      .execute((trx) => forgetPictures(trx, ada.userId));
    await Promise.all([removeUnheld(server.services, gone), eve.put(bytes)]);
    expect([await eve.has(sha256Of(bytes)), await isServed(server, sha256Of(bytes))]).toEqual([true, true]);
    await server.services.db.writer.transaction().execute((trx) => forgetPictures(trx, eve.userId));
  }
});
