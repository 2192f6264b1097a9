import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import type { Mutation } from "@shelv/mutators/mutations";
import { SOCIAL_PLATFORMS } from "@shelv/contract/social-link";
import { patchBetween } from "@shelv/mutators/patch";
import { positionsAt } from "@shelv/mutators/placing";
import type { Random } from "./random.ts";

type View = Record<OwnerTable, OwnerRow[]>;
const rowsOf = <T extends OwnerTable>(view: View, table: T) => view[table] as OwnerRow<T>[];

/** Something an owner might do, seeing this view. Things made before are edited, moved and deleted as often as new ones are made. */
export function randomEdit(random: Random, view: View): Mutation {
  const shelves = rowsOf(view, "shelves");
  const categories = rowsOf(view, "categories");
  const items = rowsOf(view, "items");
  const word = () => `word ${random.below(1_000_000)}`;
  const place = () => random.below(4);

  const newShelf = (): Mutation => {
    const id = random.id();
    return { name: "shelf.create", args: { id, name: word(), description: "", emoji: "", position: at(positionsAt(shelves, id, place()), id) } };
  };
  const shelf = shelves.length > 0 ? random.pick(shelves) : null;
  const item = items.length > 0 ? random.pick(items) : null;
  if (!shelf) return newShelf();

  const ofShelf = categories.filter(({ shelfId }) => shelfId === shelf.id);
  const someOf = (rows: readonly { id: string }[]) => rows.filter(() => random.chance(2)).map(({ id }) => id).toSorted();
  const newItem = (): Mutation => {
    const id = random.id();
    const siblings = items.filter(({ shelfId }) => shelfId === shelf.id);
    const fields = { title: word(), url: `https://example.com/${random.below(1000)}`, description: "", price: "", emoji: "", picture: null, cutout: null, showsCutout: false, categoryIds: someOf(ofShelf) };
    return { name: "item.create", args: { id, shelfId: shelf.id, ...fields, position: at(positionsAt(siblings, id, place()), id) } };
  };

  const choices: (() => Mutation)[] = [
    newShelf,
    newItem,
    newItem,
    newItem,
    () => ({ name: "shelf.update", args: { id: shelf.id, ...changed(shelf, { name: word() }) } }),
    () => ({ name: "shelf.move", args: { id: shelf.id, position: at(positionsAt(shelves, shelf.id, place()), shelf.id) } }),
    () => ({ name: "profile.update", args: { patch: { displayName: word() }, was: {} } }),
    () => ({ name: "appearance.update", args: { patch: random.chance(2) ? { theme: "dark" } : { primaryColor: "#FF3B30" }, was: {} } }),
    () => ({ name: "social-link.set", args: { id: random.pick(SOCIAL_PLATFORMS), value: `mira${random.below(100)}`, position: "a0" } }),
    () => ({ name: "social-link.delete", args: { id: random.pick(SOCIAL_PLATFORMS) } }),
    () => {
      const id = random.id();
      return { name: "category.create", args: { id, shelfId: shelf.id, name: word(), position: at(positionsAt(ofShelf, id, place()), id) } };
    },
  ];
  if (random.chance(2)) choices.push(() => ({ name: "shelf.delete", args: { id: shelf.id } }));
  const category = categories.length > 0 ? random.pick(categories) : null;
  if (category) {
    choices.push(
      () => ({ name: "category.update", args: { id: category.id, ...changed(category, { name: word() }) } }),
      () => ({ name: "category.delete", args: { id: category.id, shelfId: category.shelfId } }),
    );
  }
  if (item) {
    const its = categories.filter(({ shelfId }) => shelfId === item.shelfId);
    choices.push(
      () => ({ name: "item.update", args: { id: item.id, ...changed(item, random.chance(2) ? { title: word() } : { price: word() }) } }),
      () => ({ name: "item.update", args: { id: item.id, ...changed(item, { description: word() }) } }),
      () => ({ name: "item.update", args: { id: item.id, patch: {}, was: {}, categories: { add: someOf(its), remove: someOf(its) } } }),
      () => {
        const siblings = items.filter(({ shelfId }) => shelfId === shelf.id);
        return { name: "item.move", args: { id: item.id, shelfId: shelf.id, position: at(positionsAt(siblings, item.id, place()), item.id) } };
      },
      () => ({ name: "item.delete", args: { id: item.id } }),
    );
  }
  return random.pick(choices)();
}

const at = (placed: { id: string; position: string }[], id: string) => placed.find((row) => row.id === id)?.position ?? "a0";

function changed<R extends object>(row: R, change: Partial<R>) {
  return patchBetween(row, { ...row, ...change }) ?? { patch: {}, was: {} };
}
