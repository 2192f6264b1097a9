import { itemRow } from "@shelv/contract/testing/rows";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { LocalStore } from "./local-store";
import { STORE_VERSION } from "./schema";

/** An invented next build, in which items have a colour that screens read at once. */
class NextStore extends LocalStore {
  constructor(indexedDB: IDBFactory) {
    super("ada", { indexedDB, IDBKeyRange });
    this.version(STORE_VERSION + 1)
      .stores({ items: "id, [shelfId+position], *categoryIds, linkState, details, colour" })
      .upgrade((transaction) => transaction.table("items").toCollection().modify({ colour: "red" }));
  }
}

const change = (opId: string) => ({
  opId,
  name: "item.update",
  v: 1,
  args: {},
  pictures: [],
  rows: [],
  at: 1,
});

test("the next version keeps rows, changes and their numbers, and an open tab of this one does not block it", async () => {
  const indexedDB = new IDBFactory();
  const store = openTestStore({ indexedDB });
  await store.outbox.add(change("of this build"));
  await store.items.add(itemRow({ id: "mug", shelfId: "s", title: "Mug" }));
  const next = new NextStore(indexedDB);
  onTestFinished(() => next.close());
  expect(await next.items.where("colour").equals("red").toArray()).toMatchObject([{ title: "Mug" }]);
  await next.outbox.add(change("of the next one"));
  expect((await next.outbox.toArray()).map(({ mid, opId }) => [mid, opId])).toEqual([
    [1, "of this build"],
    [2, "of the next one"],
  ]);
});
