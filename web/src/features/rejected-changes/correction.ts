import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { type MutationName, MUTATORS, type Mutation } from "@shelv/mutators/mutations";
import { patched } from "@shelv/mutators/patch";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { newId } from "#platform/new-id";
import { findRowOrDeleted } from "#local-store/trash";
import type { VersionedMutation } from "#outbox/mutate";
import { correctRejected, discardRejected } from "#outbox/rejected";
import { rejectedEntries, type RejectedGroup } from "#outbox/rejected-groups";
import {
  draftOf,
  emptyDraft,
  type ItemDraft,
  mustRecreate,
  itemChanges,
  newItem,
} from "#domain/items/form/save-item";
import { changedValues } from "./changed-values";
import { type FieldsCorrection, fieldsCorrection, hasFieldsToCorrect } from "./correction-fields";

export type ItemCorrection = {
  form: "item";
  part: RejectedGroup;
  item: ItemRow | null;
  itemId: string | undefined;
  draft: ItemDraft;
  deletedShelf: ShelfRow | null;
};
/** An item has its own form, in which it gets another shelf or picture. */
export type Correction = ItemCorrection | FieldsCorrection;

export const isCorrectable = (entry: RejectedEntry): boolean =>
  hasFieldsToCorrect(entry) || (entry.name === "item.update" && "picture" in changedValues(entry));

export async function correctionOf(store: LocalStore, part: RejectedGroup): Promise<Correction> {
  const ofItem = part.root.name.startsWith("item.") ? await itemCorrection(store, part) : null;
  return ofItem ?? fieldsCorrection(part);
}

async function itemCorrection(store: LocalStore, part: RejectedGroup): Promise<ItemCorrection | null> {
  const { id, patch, categories, ...typed } = typedArgsOf(part.root);
  const item = patch ? await findRowOrDeleted(store, "items", id ?? "") : null;
  if (item === undefined) return null;
  const draft = item ? draftOf(patched(item, patch ?? {})) : draftOf({ ...emptyDraft(""), ...typed });
  const sorted = [
    ...draft.categoryIds.filter((categoryId) => !categories?.remove.includes(categoryId)),
    ...(categories?.add ?? []),
  ];
  // A rejected shelf never existed and cannot be restored, although this device has seen its deletion.
  const isRejected = (await rejectedEntries(store)).some(
    (entry) => entry.name === "shelf.create" && typedArgsOf(entry).id === draft.shelfId,
  );
  const shelf = isRejected ? undefined : await findRowOrDeleted(store, "shelves", draft.shelfId);
  const isThere = (await store.shelves.get(draft.shelfId)) !== undefined;
  return {
    form: "item",
    part,
    item,
    itemId: id,
    draft: shelf
      ? { ...draft, categoryIds: [...new Set(sorted)].toSorted() }
      : { ...draft, shelfId: "", categoryIds: [] },
    deletedShelf: (!isThere && shelf) || null,
  };
}

export async function correctedItem(
  store: LocalStore,
  { part, item }: ItemCorrection,
  draft: ItemDraft,
  createId = newId(),
): Promise<VersionedMutation[]> {
  const shelf = await restoreOf(store, "shelves", draft.shelfId);
  if (!item)
    return versioned([...shelf, ...(await newItem(store, draft, typedArgsOf(part.root).id ?? createId))]);
  if (await mustRecreate(store, item, draft.shelfId))
    return versioned([...shelf, ...(await newItem(store, draft, createId))]);
  return versioned([
    ...shelf,
    ...(await restoreOf(store, "items", item.id)),
    ...(await itemChanges(store, item, draftOf(item), draft)),
  ]);
}

/**
 * Resolves with whether there were mutations: values equal to the stored ones need none, and the change
 * leaves the tray.
 */
export async function makeCorrected(
  store: LocalStore,
  part: RejectedGroup,
  changes: readonly VersionedMutation[],
): Promise<boolean> {
  const hasChanges = changes.length > 0;
  await (hasChanges ? correctRejected(store, part, changes) : discardRejected(store, part));
  return hasChanges;
}

async function restoreOf(store: LocalStore, table: "shelves" | "items", id: string): Promise<Mutation[]> {
  if (await store.view(table).get(id)) return [];
  return [{ name: table === "shelves" ? "shelf.restore" : "item.restore", args: { id } }];
}

const versioned = (mutations: readonly Mutation[]): VersionedMutation[] =>
  mutations.map(({ name, args }) => ({ name, v: MUTATORS[name satisfies MutationName].v, args }));

type TypedArgs = {
  id?: string;
  patch?: object;
  categories?: { add: string[]; remove: string[] };
} & Partial<ItemDraft>;
const typedArgsOf = ({ args }: RejectedEntry) => (args ?? {}) as TypedArgs;
