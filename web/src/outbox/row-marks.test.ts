import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { rowMarks } from "#local-store/queries";
import { mutate } from "./mutate";

test("marks are told from the newest changes alone, since the queue may be thousands of them long", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const ids = Array.from({ length: 100 }, () => newId());
  for (const id of ids) {
    await mutate(store, {
      name: "shelf.create",
      args: { id, name: "Books", description: "", emoji: "📚", position: "a0" },
    });
    await mutate(store, { name: "shelf.update", args: { id, patch: { name: "Films" }, was: {} } });
  }
  let read = 0;
  store.outbox.hook("reading", (entry) => {
    read += 1;
    return entry;
  });
  expect(await rowMarks(store)).toEqual(new Map(ids.map((id) => [id, "pending"])));
  expect(read).toBe(200 % 64);
});
