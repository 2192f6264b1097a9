import { Refusal } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import { expect, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";
import { newId } from "#platform/new-id";
import { mutateMany } from "./mutate-many";

const SHELVES = 230;

async function storeWithShelves() {
  const store = openTestStore();
  const ids = Array.from({ length: SHELVES }, newId);
  await store.shelves.bulkAdd(
    ids.map((id) => ({ id, name: id, description: "", emoji: "📚", position: "a0", createdAt: "" })),
  );
  const owner = {
    mutate: (mutations: Mutation | readonly Mutation[]) => mutate(store, mutations),
  };
  return { store, ids, owner };
}

test("more changes than fit in one transaction are made in order, and have one undo", async () => {
  const { store, ids, owner } = await storeWithShelves();
  const undo = await mutateMany(
    owner,
    ids.map((id) => ({ name: "shelf.delete", args: { id } })),
  );
  expect([await store.shelves.count(), undo?.length]).toEqual([0, SHELVES]);
  expect((await store.outbox.toArray()).map(({ args }) => (args as { id: string }).id)).toEqual(ids);
  await mutateMany(owner, undo ?? []);
  expect((await store.shelves.toCollection().primaryKeys()).toSorted()).toEqual(ids.toSorted());
});

test("if one of them is refused, nothing is changed", async () => {
  const { store, ids, owner } = await storeWithShelves();
  const deletions: Mutation[] = ids.map((id) => ({ name: "shelf.delete", args: { id } }));
  const refused: Mutation = {
    name: "shelf.update",
    args: { id: newId(), patch: { name: "Gone" }, was: { name: "" } },
  };
  await expect(mutateMany(owner, [...deletions, refused])).rejects.toThrow(Refusal);
  expect(await store.shelves.count()).toBe(SHELVES);
});
