/** The picture of an item that was deleted before it was sent stays behind, and follows where the item comes back. */
import { describe, expect, test } from "vitest";
import { ApiFailure } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { pendingCount } from "#local-store/queries";
import { mutate } from "#outbox/mutate";
import { holdPicture } from "#outbox/pictures";
import { retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { FakeServer, makeItem, makeShelf, openStore, rowOf, stumble, synced } from "./fake-server";
import { runSync } from "./run-sync";

describe("the picture of an item that is deleted before it was sent", () => {
  /** An item with a picture that was made, deleted and sent so, with what undoes its deletion. */
  async function sentWithout() {
    const [server, store] = [new FakeServer(), openStore()];
    await synced(server, store);
    const id = newId();
    await makeShelf(store, "Books", id);
    server.answer = (usual) => ({ ...usual, rows: [rowOf("Books", id)] });
    const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
    await makeItem(store, id, sha256);
    const [item] = await store.items.toArray();
    if (!item) throw new Error("No item");
    const undo = (await mutate(store, { name: "item.delete", args: { id: item.id } })) ?? [];
    await synced(server, store);
    return { server, store, item, sha256, undo };
  }
  const owedBy = async (store: LocalStore) => (await store.meta.get("sync"))?.owed;

  test("stays here, and the server is told so", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    expect(server.calls).toEqual([]);
    expect(server.requests.at(-1)?.mutations.map(({ name, skipsPictures }) => [name, skipsPictures])).toEqual(
      [
        ["shelf.create", undefined],
        ["item.create", true],
        ["item.delete", undefined],
      ],
    );
    expect(await owedBy(store)).toEqual([{ sha256, itemId: item.id }]);
  });

  test("goes before the undo, once", async () => {
    const { server, store, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.onPut = () => expect(server.requests.at(-1)?.mutations.at(-1)?.name).toBe("item.delete");
    await synced(server, store);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["put"], [sha256]]);
  });

  test("follows at once where another device brings the item back", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });

  test("is brought again to a server that was put back to before it came, which has the change that names it", async () => {
    const { server, store, item, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    await synced(server, store);
    expect(server.calls).toEqual(["put"]);
    server.pictures.clear();
    server.epoch = "second";
    server.answer = (usual) => ({
      ...usual,
      reset: usual.base.epoch !== "second",
      rows: [rowOf("Books", item.shelfId), { table: "items", row: item }],
    });
    await synced(server, store);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["put", "has", "put"], [sha256]]);
  });

  test("is owed by an older copy of the store too, which hears only that the server has dealt with the change", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    await store.meta.update("sync", { owed: [], lastMid: 0, epoch: null });
    await synced(server, store);
    expect([server.requests.flatMap(({ mutations }) => mutations).length, await owedBy(store)]).toEqual([
      3,
      [{ sha256, itemId: item.id }],
    ]);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });

  test("is owed by a copy from before a new life of the server too, to which a newer copy sent the change without it", async () => {
    const { server, store, item, sha256 } = await sentWithout();
    await store.meta.update("sync", { owed: [] });
    await store.pictures.update(sha256, { onServer: "yes" });
    server.epoch = "second";
    server.answer = (usual) => ({
      ...usual,
      reset: usual.base.epoch !== "second",
      rows: [rowOf("Books", item.shelfId), { table: "items", row: item }],
    });
    await synced(server, store);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["has", "put"], [sha256]]);
  });

  test("holds nothing up where the server stumbles over it, and goes later", async () => {
    const { server, store, item, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    server.onPut = stumble(server);
    expect(await runSync(store, server)).toBe("server-trouble");
    expect([await pendingCount(store), server.requests.at(-1)?.mutations.at(-1)?.name]).toEqual([
      0,
      "item.restore",
    ]);
    server.onPut = () => {};
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });

  test("lands in the tray where the server will not have it", async () => {
    const { server, store, item, sha256, undo } = await sentWithout();
    await mutate(store, undo);
    server.answer = (usual) => ({ ...usual, rows: [{ table: "items", row: item }] });
    server.onPut = () => {
      throw new ApiFailure(403, "storage-full", "No room", [], null);
    };
    await synced(server, store);
    expect(await owedBy(store)).toEqual([]);
    const [group] = groupRejected(await rejectedEntries(store));
    if (!group) throw new Error("Nothing in the tray");
    expect(group.root).toMatchObject({
      name: "item.update",
      code: "storage-full",
      pictures: [sha256],
      args: { id: item.id, patch: { picture: sha256 } },
    });
    server.onPut = () => {};
    await retryRejected(store, group);
    await synced(server, store);
    expect([...server.pictures.keys()]).toEqual([sha256]);
  });
});
