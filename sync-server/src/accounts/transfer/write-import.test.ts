import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { applyAtOnce, type RestChange } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import type { Browser } from "#testing/browser";
import { confirmExport } from "#testing/confirm-export";
import { Device, newItem } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { undoAbandonedImport, undoAbandonedImports, writeImport } from "./write-import.ts";

const shelf = (name: string) => ({ id: uuid(), name, description: "", emoji: "📚", position: "a0" });
const item = (shelfId: string) => newItem(shelfId, "A book");
const singles = [mutation("profile.update", { patch: { displayName: "Imported" }, was: {} })];

async function* content(
  shelfId: string,
  items: number,
  then: () => Promise<unknown> = async () => {},
): AsyncGenerator<RestChange> {
  yield mutation("shelf.create", { ...shelf("Reading"), id: shelfId });
  for (let at = 0; at < items - 1; at += 1) yield mutation("item.create", item(shelfId));
  await then();
  yield mutation("item.create", item(shelfId));
}

async function withOwner() {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const device = await Device.of(ada);
  const marks = () => server.services.db.reader.selectFrom("unfinished_import").selectAll().execute();
  const versionOf = async (id: string) =>
    (
      await server.services.db.reader
        .selectFrom("sync_user")
        .select("version")
        .where("user_id", "=", id)
        .executeTakeFirstOrThrow()
    ).version;
  const abandon = () =>
    server.services.db.writer
      .updateTable("unfinished_import")
      .set((eb) => ({ beat_at: eb("beat_at", "-", 15_000) }))
      .execute();
  const undoAbandoned = async () => {
    for await (const _ of undoAbandonedImports(server.services));
  };
  const crashedImport = async (shelfIds: readonly string[]) => {
    const [shelfId = ""] = shelfIds;
    let mark: Awaited<ReturnType<typeof marks>> = [];
    const { writeDeps, db } = server.services;
    const broken = {
      ...writeDeps,
      onBug: () => {},
      afterApply: () => Promise.reject(new Error("The disk is full")),
    };
    const stops = content(shelfId, 120, async () => {
      mark = await marks();
      throw new Error("The disk is full");
    });
    await expect(
      writeImport({ db, writeDeps: broken }, device.userId, { shelfIds, content: stops, singles }),
    ).rejects.toThrow("The disk is full");
    expect(await marks()).toEqual(mark);
  };
  return {
    server,
    ada,
    device,
    userId: device.userId,
    marks,
    versionOf,
    crashedImport,
    abandon,
    undoAbandoned,
  };
}
const countOf = async (browser: Browser, path: string) =>
  ((await (await browser.get(path)).json()) as unknown[]).length;

test("Others write between the slices of an import, and the owner's devices get it once, when it is complete", async () => {
  const { server, userId, marks, versionOf } = await withOwner();
  const eve = await server.signedIn("eve@example.org", "eve");
  const commits: string[] = [];
  const { onCommit } = server.services.writeDeps;
  const writeDeps = {
    ...server.services.writeDeps,
    onCommit: (...said: Parameters<typeof onCommit>) => void commits.push(said[0]),
  };
  const shelfId = uuid();
  const others = async () => {
    expect((await eve.post("/api/shelves", { name: "Mine" })).status).toBe(200);
    expect([commits, await marks()]).toEqual([
      [],
      [
        {
          user_id: userId,
          shelf_ids: JSON.stringify([shelfId]),
          version: await versionOf(userId),
          import_id: expect.any(String) as string,
          beat_at: expect.any(Number) as number,
        },
      ],
    ]);
  };
  await writeImport({ ...server.services, writeDeps }, userId, {
    shelfIds: [shelfId],
    content: content(shelfId, 120, others),
    singles,
  });
  expect([commits, await marks()]).toEqual([[userId], []]);
});

test("An import that fails leaves only its pictures, and can be sent again", async () => {
  const { server, ada, device, userId, marks } = await withOwner();
  const shelfId = uuid();
  const broken = content(shelfId, 120, () => Promise.reject(new Error("The disk is broken")));
  await expect(
    writeImport(server.services, userId, { shelfIds: [shelfId], content: broken, singles }),
  ).rejects.toThrow("The disk is broken");
  expect([await countOf(ada, "/api/shelves"), await countOf(ada, "/api/items"), await marks()]).toEqual([
    0,
    0,
    [],
  ]);
  const { rows } = await device.sync();
  expect(rows.filter(({ table }) => table === "shelves" || table === "items")).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain("Imported");
  await writeImport(server.services, userId, {
    shelfIds: [shelfId],
    content: content(shelfId, 120),
    singles,
  });
  expect(await countOf(ada, "/api/items")).toBe(120);
});

test("The rest of a crashed import is deleted once it has had no slice for 15 s", async () => {
  const { ada, marks, crashedImport, abandon, undoAbandoned } = await withOwner();
  await crashedImport([uuid(), uuid()]);
  await undoAbandoned();
  expect(await countOf(ada, "/api/shelves")).toBe(1);
  await abandon();
  await undoAbandoned();
  expect([await countOf(ada, "/api/shelves"), await countOf(ada, "/api/items"), await marks()]).toEqual([
    0,
    0,
    [],
  ]);
});

test("An owner's edit after a crashed import keeps everything that was imported", async () => {
  const { server, ada, userId, marks, crashedImport, abandon, undoAbandoned } = await withOwner();
  const shelfId = uuid();
  const addMine = () =>
    applyAtOnce(server.services.writeDeps, userId, [
      mutation("item.create", { ...item(shelfId), title: "Mine" }),
    ]);
  await crashedImport([shelfId]);
  await abandon();
  await addMine();
  const items = await countOf(ada, "/api/items");
  await undoAbandoned();
  expect([await countOf(ada, "/api/shelves"), await countOf(ada, "/api/items"), await marks()]).toEqual([
    1,
    items,
    [],
  ]);
});

test("What another device adds between the slices of a failing import stays, with its shelf", async () => {
  const { server, ada, userId, marks } = await withOwner();
  const shelfId = uuid();
  const addMine = () =>
    applyAtOnce(server.services.writeDeps, userId, [
      mutation("item.create", { ...item(shelfId), title: "Mine" }),
    ]);
  const broken = async function* () {
    yield* content(shelfId, 60, addMine);
    for (let at = 0; at < 60; at += 1) yield mutation("item.create", item(shelfId));
    throw new Error("The disk is broken");
  };
  await expect(
    writeImport(server.services, userId, { shelfIds: [shelfId], content: broken(), singles }),
  ).rejects.toThrow("The disk is broken");
  expect(JSON.stringify(await (await ada.get("/api/items")).json())).toContain("Mine");
  expect(await marks()).toEqual([]);
});

test("Shelves that an owner adds during an import count for its plan: the import fails, theirs stay", async () => {
  const { server, ada, userId, marks } = await withOwner();
  const ids = [uuid(), uuid()];
  const both = async function* () {
    for (const id of ids) {
      yield mutation("shelf.create", { ...shelf("Imported"), id });
      for (let at = 0; at < 60; at += 1) yield mutation("item.create", item(id));
      for (const name of ["Mine", "Mine too"]) await ada.post("/api/shelves", { name });
    }
  };
  await expect(
    writeImport(server.services, userId, { shelfIds: ids, content: both(), singles }),
  ).rejects.toMatchObject({ code: "shelf-limit" });
  const shelves = (await (await ada.get("/api/shelves")).json()) as { name: string }[];
  expect([shelves.map(({ name }) => name), await marks()]).toEqual([["Imported", "Mine", "Mine too"], []]);
});

test("An import replaces the mark of an earlier one whose shelves are gone", async () => {
  const { server, ada, userId, marks, crashedImport } = await withOwner();
  const [first, second] = [uuid(), uuid()];
  await crashedImport([first]);
  await ada.delete(`/api/shelves/${first}`);
  await writeImport(server.services, userId, { shelfIds: [second], content: content(second, 120), singles });
  expect([await countOf(ada, "/api/items"), await marks()]).toEqual([120, []]);
});

test("An account's next import first deletes what an earlier one left", async () => {
  const { server, ada, marks, crashedImport, abandon } = await withOwner();
  await confirmExport(server, ada);
  const body = new Uint8Array(await (await ada.get("/api/user/export")).arrayBuffer());
  const send = async () =>
    (await ada.send("POST", "/api/user/import", { body, headers: { "Content-Type": "application/zip" } }))
      .status;
  await crashedImport([uuid()]);
  expect(await send()).toBe(503);
  await abandon();
  expect(await send()).toBe(200);
  expect([await countOf(ada, "/api/shelves"), await marks()]).toEqual([0, []]);
});

test("An import that another process has taken over stops at its next slice, and nothing of it is left", async () => {
  const { server, ada, userId, marks, abandon } = await withOwner();
  const shelfId = uuid();
  const paused = content(shelfId, 120, async () => {
    await expect(undoAbandonedImport(server.services, userId)).rejects.toThrow("very busy");
    expect(await countOf(ada, "/api/items")).toBe(99);
    await abandon();
    await undoAbandonedImport(server.services, userId);
  });
  await expect(
    writeImport(server.services, userId, { shelfIds: [shelfId], content: paused, singles }),
  ).rejects.toThrow("This shelf was deleted");
  expect([await countOf(ada, "/api/shelves"), await countOf(ada, "/api/items"), await marks()]).toEqual([
    0,
    0,
    [],
  ]);
});

test("An import does not continue into the shelves of a later one", async () => {
  const { server, ada, userId, abandon } = await withOwner();
  const [first, second] = [uuid(), uuid()];
  const paused = async function* () {
    yield* content(first, 49);
    await abandon();
    await undoAbandonedImport(server.services, userId);
    await writeImport(server.services, userId, {
      shelfIds: [second],
      content: content(second, 60),
      singles,
    });
    yield* content(uuid(), 60);
  };
  await expect(
    writeImport(server.services, userId, { shelfIds: [first], content: paused(), singles }),
  ).rejects.toThrow("very busy");
  expect([await countOf(ada, "/api/shelves"), await countOf(ada, "/api/items")]).toEqual([1, 60]);
});

test("An account deleted during its import is not restored", async () => {
  const { server, userId, marks } = await withOwner();
  const shelfId = uuid();
  const gone = content(shelfId, 120, () =>
    server.services.db.writer.deleteFrom("user").where("id", "=", userId).execute(),
  );
  await expect(
    writeImport(server.services, userId, { shelfIds: [shelfId], content: gone, singles }),
  ).rejects.toThrow("Please sign in");
  expect(await marks()).toEqual([]);
});
