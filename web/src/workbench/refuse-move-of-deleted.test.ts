import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { mutate } from "#outbox/mutate";
import { refuseMoveOfDeleted } from "./refuse-move-of-deleted";
import { emptyDraft, itemCreation } from "./save-item";

test("moving a deleted item in its form is refused; existing items may move, and other changes pass", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const [from, to, id] = [newId(), newId(), newId()];
  for (const shelfId of [from, to])
    await mutate(store, {
      name: "shelf.create",
      args: { id: shelfId, name: "Books", description: "", emoji: "", position: "a0" },
    });
  await mutate(
    store,
    await itemCreation(store, { ...emptyDraft(from), title: "Mug", url: "https://example.com/" }, id),
  );
  const move = { name: "item.move", args: { id, shelfId: to, position: "a0" } } as const;
  await expect(refuseMoveOfDeleted(store, [move])).resolves.toBeUndefined();

  await mutate(store, { name: "item.delete", args: { id } });
  await expect(refuseMoveOfDeleted(store, [move])).rejects.toMatchObject({ code: "item-not-found" });
  await expect(refuseMoveOfDeleted(store, [{ name: "item.delete", args: { id } }])).resolves.toBeUndefined();
});
