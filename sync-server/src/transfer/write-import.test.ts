import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import type { Change } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Browser } from "#testing/browser";
import { Device } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { undoUnfinishedImports, writeImport } from "./write-import.ts";

const shelf = (name: string) => ({ id: uuid(), name, description: "", emoji: "📚", position: "a0" });
const item = (shelfId: string) => ({
  id: uuid(), shelfId, title: "A book", url: "https://example.org/", description: "", price: "", emoji: "", picture: null, cutout: null, showsCutout: false, categoryIds: [],
  position: "a0",
});
const singles = [mutation("profile.update", { patch: { displayName: "Imported" }, was: {} })];

/** A shelf with so many items; `then` runs before the last of them. */
async function* content(shelfId: string, items: number, then: () => Promise<unknown> = async () => {}): AsyncGenerator<Change> {
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
  return { server, ada, device, userId: device.userId, marks };
}
const countOf = async (browser: Browser, path: string) => ((await (await browser.get(path)).json()) as unknown[]).length;

test("Others write between the slices of an import, and the owner's devices hear of it once, when it is whole", async () => {
  const { server, userId, marks } = await withOwner();
  const eve = await server.signedIn("eve@example.org", "eve");
  const commits: string[] = [];
  const { onCommit } = server.services.host;
  const host = { ...server.services.host, onCommit: (...said: Parameters<typeof onCommit>) => void commits.push(said[0]) };
  const shelfId = uuid();
  const others = async () => {
    expect((await eve.post("/api/shelves", { name: "Mine" })).status).toBe(200);
    expect([commits, await marks()]).toEqual([[], [{ user_id: userId, shelf_ids: JSON.stringify([shelfId]) }]]);
  };
  await writeImport({ ...server.services, host }, userId, { shelfIds: [shelfId], content: content(shelfId, 120, others), singles });
  expect([commits, await marks()]).toEqual([[userId], []]);
});

test("An import that fails on its way leaves nothing but its pictures, and can be sent again", async () => {
  const { server, ada, device, userId, marks } = await withOwner();
  const shelfId = uuid();
  const broken = content(shelfId, 120, () => Promise.reject(new Error("The disk is broken")));
  await expect(writeImport(server.services, userId, { shelfIds: [shelfId], content: broken, singles })).rejects.toThrow("The disk is broken");
  expect([await countOf(ada, "/api/shelves"), await countOf(ada, "/api/items"), await marks()]).toEqual([0, 0, []]);
  const { rows } = await device.sync();
  expect(rows.filter(({ table }) => table === "shelves" || table === "items")).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain("Imported");
  await writeImport(server.services, userId, { shelfIds: [shelfId], content: content(shelfId, 120), singles });
  expect(await countOf(ada, "/api/items")).toBe(120);
});

test("What a crash left half imported goes when the server starts again; what the owner made since stays", async () => {
  const { server, ada, userId, marks } = await withOwner();
  const ids: string[] = [];
  for (const name of ["One", "Two", "Mine"]) ids.push(((await (await ada.post("/api/shelves", { name })).json()) as { id: string }).id);
  await server.services.db.writer.insertInto("unfinished_import").values({ user_id: userId, shelf_ids: JSON.stringify(ids.slice(0, 2)) }).execute();
  await undoUnfinishedImports(server.services);
  expect(((await (await ada.get("/api/shelves")).json()) as { name: string }[]).map(({ name }) => name)).toEqual(["Mine"]);
  expect(await marks()).toEqual([]);
});

test("An account that is deleted while it imports is not brought back", async () => {
  const { server, userId, marks } = await withOwner();
  const shelfId = uuid();
  const gone = content(shelfId, 120, () => server.services.db.writer.deleteFrom("user").where("id", "=", userId).execute());
  await expect(writeImport(server.services, userId, { shelfIds: [shelfId], content: gone, singles })).rejects.toThrow("The owner has no counter");
  expect(await marks()).toEqual([]);
});
