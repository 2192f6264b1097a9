import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { mutate } from "#outbox/mutate";
import { refuseMoveOfGone } from "./refuse-move-of-gone";
import { emptyDraft, itemCreation } from "./save-item";

test("who moves an item in its form hears that it is gone; what is there may move, and other changes speak for themselves", async () => {
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
  await expect(refuseMoveOfGone(store, [move])).resolves.toBeUndefined();

  await mutate(store, { name: "item.delete", args: { id } });
  await expect(refuseMoveOfGone(store, [move])).rejects.toMatchObject({ code: "item-not-found" });
  await expect(refuseMoveOfGone(store, [{ name: "item.delete", args: { id } }])).resolves.toBeUndefined();
});
