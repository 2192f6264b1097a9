import { item } from "@shelv/mutators/testing/world";
import { Dexie } from "dexie";
import { LocalStore } from "web/local-store/local-store";
import { mutate } from "web/outbox/mutate";
import { offlineChanges, SHELF_IDS } from "#offline-changes";

export type LocalCost = { mutationMs: number[]; putMs: number[] };

declare global {
  interface Window {
    measureLocalCost: (stored: number, times: number) => Promise<LocalCost>;
  }
}

const NOW = "2026-01-01T00:00:00.000Z";

/** Mutations and puts alternate. The first `times` rounds are warm-up. */
window.measureLocalCost = async (stored, times) => {
  const store = new LocalStore("local-mutation");
  await fill(store, stored);
  // Plain Dexie: only `mutationMs` includes our additions.
  const bare = await new Dexie(store.name).open();
  const cost: LocalCost = { mutationMs: [], putMs: [] };
  const items = await store.items.limit(times * 4).toArray();
  for (let nth = 0; nth < times * 2; nth += 1) {
    const [changed, put] = [items[nth * 2], items[nth * 2 + 1]];
    if (!changed || !put) throw new Error("There are too few items");
    const title = `${changed.title} (once more)`;
    const mutationMs = await took(() =>
      mutate(store, {
        name: "item.update",
        args: { id: changed.id, patch: { title }, was: { title: changed.title } },
      }),
    );
    const putMs = await took(() => bare.table("items").put({ ...put, title }));
    if (nth < times) continue;
    cost.mutationMs.push(mutationMs);
    cost.putMs.push(putMs);
  }
  bare.close();
  await store.delete();
  return cost;
};

async function fill(store: LocalStore, stored: number): Promise<void> {
  const shelf = { name: "Things", description: "", emoji: "📚", position: "a0", createdAt: NOW };
  await store.shelves.bulkPut(SHELF_IDS.map((id) => ({ id, ...shelf })));
  const created = offlineChanges(Math.ceil((stored * 5) / 4)).flatMap((change) =>
    change.do === "create" ? [item(change.item.id, { ...change.item, picture: null })] : [],
  );
  await store.items.bulkPut(created.slice(0, stored));
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
