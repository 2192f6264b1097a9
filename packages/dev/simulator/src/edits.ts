import { fieldsWith, namesOf } from "@shelv/contract/rows/field";
import { ITEM_FIELDS, NEW_ITEM_FIELDS } from "@shelv/contract/rows/item";
import {
  FIRST_SINGLES,
  type OwnerRow,
  type OwnerTable,
  type Single,
  type SingleRow,
} from "@shelv/contract/rows/owner-tables";
import type { Mutation, MutationName } from "@shelv/mutators/mutations";
import { SOCIAL_PLATFORMS } from "@shelv/contract/rows/social-link";
import { patchBetween } from "@shelv/mutators/patch";
import { positionsAt } from "@shelv/mutators/placing";
import { restoreNotice } from "@shelv/mutators/answer-notice";
import { POISON } from "./sim-server.ts";
import type { Random } from "./random.ts";

const TEXTS = { ...fieldsWith(ITEM_FIELDS, "input", "text"), ...fieldsWith(ITEM_FIELDS, "input", "line") };
/** Those that a page fills are changed most. */
const OPTIONAL_TEXTS = namesOf(TEXTS).filter((field) => field !== "title");
const FROM_PAGE = namesOf(fieldsWith(TEXTS, "isFromPage", true));

type View = Record<OwnerTable, OwnerRow[]>;
const rowsOf = <T extends OwnerTable>(view: View, table: T) => view[table] as OwnerRow<T>[];

type OnDevice = { pictures?: readonly string[]; deleted?: readonly { table: string; id: string }[] };

export function randomEdit(
  random: Random,
  view: View,
  { pictures = [], deleted = [] }: OnDevice = {},
): Mutation | Mutation[] {
  const shelves = rowsOf(view, "shelves");
  const categories = rowsOf(view, "categories");
  const items = rowsOf(view, "items");
  const singles = rowsOf(view, "singles");
  const place = () => random.below(4);

  const shelf = shelves.length > 0 ? random.pick(shelves) : null;
  const item = items.length > 0 ? random.pick(items) : null;
  if (!shelf) return newShelf(random, view);

  const ofShelf = categories.filter(({ shelfId }) => shelfId === shelf.id);
  const someOf = (rows: readonly { id: string }[]) =>
    rows
      .filter(() => random.chance(2))
      .map(({ id }) => id)
      .toSorted();
  const newOne = () => newItem(random, view, shelf, { pictures, categoryIds: someOf(ofShelf) });

  const choices: (() => Mutation | Mutation[])[] = [
    () => newShelf(random, view),
    newOne,
    newOne,
    newOne,
    () => ({ name: "shelf.update", args: { id: shelf.id, ...changed(shelf, { name: word(random) }) } }),
    () => ({
      name: "shelf.move",
      args: { id: shelf.id, position: at(positionsAt(shelves, shelf.id, place()), shelf.id) },
    }),
    () => ({
      name: "profile.update",
      args: changed(singleIn(singles, "profile"), { displayName: word(random) }),
    }),
    () => ({
      name: "appearance.update",
      args: changed(
        singleIn(singles, "appearance"),
        random.chance(2) ? { theme: "dark" } : { primaryColor: "#FF3B30" },
      ),
    }),
    () => {
      const id = random.pick(SOCIAL_PLATFORMS.slice(0, 3));
      const was = rowsOf(view, "socialLinks").find((link) => link.id === id)?.value;
      return {
        name: "social-link.set",
        args: { id, value: `mira${random.below(100)}`, was, position: "a0" },
      };
    },
    () => ({ name: "social-link.delete", args: { id: random.pick(SOCIAL_PLATFORMS) } }),
    () => newCategory(random, view, shelf),
  ];
  const notices = rowsOf(view, "notices");
  if (notices.length > 0) {
    choices.push(() => {
      const notice = random.pick(notices);
      const row = view[notice.table as OwnerTable].find(({ id }) => id === notice.rowId);
      return (
        (random.chance(2) ? restoreNotice(notice, row) : null) ?? {
          name: "notice.dismiss",
          args: { id: notice.id },
        }
      );
    });
  }
  if (deleted.length > 0) {
    choices.push(() => {
      const { table, id } = random.pick(deleted);
      if (table === "shelves") return { name: "shelf.restore", args: { id } };
      return table === "items"
        ? { name: "item.restore", args: { id } }
        : { name: "category.restore", args: { id, itemIds: items.map((one) => one.id) } };
    });
  }
  if (random.chance(2)) choices.push(() => ({ name: "shelf.delete", args: { id: shelf.id } }));
  const category = categories.length > 0 ? random.pick(categories) : null;
  if (category) {
    choices.push(
      () => ({
        name: "category.update",
        args: { id: category.id, ...changed(category, { name: categoryName(random) }) },
      }),
      () => ({ name: "category.delete", args: { id: category.id, shelfId: category.shelfId } }),
    );
  }
  if (item) {
    const its = categories.filter(({ shelfId }) => shelfId === item.shelfId);
    choices.push(
      () => textEdit(random, item),
      () => ({
        name: "item.update",
        args: { id: item.id, ...changed(item, { [random.pick(OPTIONAL_TEXTS)]: word(random) }) },
      }),
      () => ({
        name: "item.update",
        args: { id: item.id, patch: {}, was: {}, categories: { add: someOf(its), remove: someOf(its) } },
      }),
      () => {
        const siblings = items.filter(({ shelfId }) => shelfId === shelf.id);
        return {
          name: "item.move",
          args: {
            id: item.id,
            shelfId: shelf.id,
            position: at(positionsAt(siblings, item.id, place()), item.id),
          },
        };
      },
      () => ({ name: "item.delete", args: { id: item.id } }),
    );
  }
  return random.pick(choices)();
}

/** Changes a text that the item's page can fill, too. */
export const textEdit = (random: Random, item: OwnerRow<"items">): Named<"item.update"> => ({
  name: "item.update",
  args: {
    id: item.id,
    ...changed(item, { [random.pick(FROM_PAGE)]: random.chance(40) ? POISON : word(random) }),
  },
});

export function newShelf(random: Random, view: View): Named<"shelf.create"> {
  const id = random.id();
  const placed = positionsAt(rowsOf(view, "shelves"), id, random.below(4));
  const name = word(random);
  return {
    name: "shelf.create",
    args: { id, name, description: "", emoji: "", position: at(placed, id) },
  };
}

export function newItem(
  random: Random,
  view: View,
  shelf: { id: string },
  { pictures = [], categoryIds = [] }: { pictures?: readonly string[]; categoryIds?: string[] } = {},
): Named<"item.create"> {
  const id = random.id();
  const siblings = rowsOf(view, "items").filter(({ shelfId }) => shelfId === shelf.id);
  const fields = {
    ...NEW_ITEM_FIELDS,
    [random.pick(OPTIONAL_TEXTS)]: word(random),
    title: word(random),
    url: linkOrNone(random.below(1000)),
    picture: pictures.length > 0 ? random.pick(pictures) : null,
    categoryIds,
  };
  const position = at(positionsAt(siblings, id, random.below(4)), id);
  return { name: "item.create", args: { id, shelfId: shelf.id, ...fields, position } };
}

export function newCategory(random: Random, view: View, shelf: { id: string }): Named<"category.create"> {
  const id = random.id();
  const siblings = rowsOf(view, "categories").filter(({ shelfId }) => shelfId === shelf.id);
  const position = at(positionsAt(siblings, id, random.below(4)), id);
  return { name: "category.create", args: { id, shelfId: shelf.id, name: categoryName(random), position } };
}

type Named<N extends MutationName> = Extract<Mutation, { name: N }>;
const categoryName = (random: Random) => random.pick(["Blue", "blue", "Red", word(random)]);
const linkOrNone = (page: number) => (page % 4 === 0 ? "" : `https://example.com/${page}`);
const word = (random: Random) => `word ${random.below(1_000_000)}`;

const singleIn = <I extends SingleRow["id"]>(singles: OwnerRow<"singles">[], id: I): Single<I> =>
  (singles.find((row) => row.id === id) as Single<I> | undefined) ?? FIRST_SINGLES[id];

const at = (placed: { id: string; position: string }[], id: string) =>
  placed.find((row) => row.id === id)?.position ?? "a0";

function changed<R extends object>(row: R, change: Partial<R>) {
  return patchBetween(row, { ...row, ...change }) ?? { patch: {}, was: {} };
}
