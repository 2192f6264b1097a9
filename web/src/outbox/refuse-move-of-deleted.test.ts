import { newItem } from "@shelv/contract/testing/rows";
import { expect, test } from "vitest";
import { newId } from "#platform/new-id";
import { openDevice } from "./testing/open-device";
import { refuseMoveOfDeleted } from "./refuse-move-of-deleted";

test("moving a deleted item in its form is refused; existing items may move, and other changes pass", async () => {
  const { store, mutate, makeShelf } = openDevice();
  const [from, to, id] = [await makeShelf(), await makeShelf(), newId()];
  await mutate({ name: "item.create", args: newItem({ id, shelfId: from }) });
  const move = { name: "item.move", args: { id, shelfId: to, position: "a0" } } as const;
  await expect(refuseMoveOfDeleted(store, [move])).resolves.toBeUndefined();

  await mutate({ name: "item.delete", args: { id } });
  await expect(refuseMoveOfDeleted(store, [move])).rejects.toMatchObject({ code: "item-not-found" });
  await expect(refuseMoveOfDeleted(store, [{ name: "item.delete", args: { id } }])).resolves.toBeUndefined();
});
