import type { Mutation } from "@shelv/mutators/mutations";
import { newShelf } from "@shelv/contract/testing/rows";
import { newId } from "#platform/new-id";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";

export function openDevice() {
  const store = openTestStore();
  const change = (mutations: Mutation | readonly Mutation[]) => mutate(store, mutations);
  const makeShelf = async (name = "Books"): Promise<string> => {
    const id = newId();
    await change({ name: "shelf.create", args: newShelf({ id, name }) });
    return id;
  };
  return { store, mutate: change, makeShelf };
}
