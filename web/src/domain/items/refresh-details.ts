import { firstOf, namesOf } from "@shelv/contract/rows/field";
import { ITEM_FIELDS_FROM_PAGE, type ItemRow } from "@shelv/contract/rows/item";
import { isTitleOfLink } from "@shelv/contract/links/title-of-link";
import { hasPage } from "#domain/link-details/link-reader";
import { itemsById, itemsOfShelf } from "#local-store/queries";
import type { LocalStore } from "#local-store/local-store";
import { useOwner } from "#session/owner-context.tsx";
import { refreshWords as words } from "#words/links/link-details";
import { type MarksEdit, useEditItems } from "./edit-items";

export const lacksDetails = (item: ItemRow): boolean =>
  item.details !== "pending" &&
  hasPage(item.url) &&
  FROM_PAGE.some((field) => (field === "title" ? isTitleOfLink(item) : item[field] === NOTHING[field]));

const FROM_PAGE = namesOf(ITEM_FIELDS_FROM_PAGE);
const NOTHING = firstOf(ITEM_FIELDS_FROM_PAGE);

export const refreshOf = ({ id, details }: ItemRow): MarksEdit => ({
  id,
  patch: { details: "pending" },
  was: { details: details ?? null },
});

type Refresh = {
  one: (item: ItemRow) => Promise<void>;
  shelf: (shelfId: string) => Promise<void>;
};

export function useRefreshDetails(): Refresh {
  const { readStore } = useOwner();
  const edit = useEditItems();
  const refresh = (read: (store: LocalStore) => Promise<ItemRow[]>, nothing: string) =>
    edit(async () => {
      const items = await readStore(read);
      const edits = items.filter(lacksDetails).map(refreshOf);
      if (edits.length > 0) return { edits, done: words.asked(edits.length) };
      return { edits, done: items.some(({ url }) => hasPage(url)) ? nothing : words.noPage };
    });
  return {
    one: ({ id }) => refresh((store) => itemsById(store, [id]), words.nothingOfOne),
    shelf: (shelfId) => refresh((store) => itemsOfShelf(store, shelfId), words.nothing),
  };
}
