import type { ItemRow } from "@shelv/contract/rows/item";
import { hostOf } from "@shelv/contract/links/link-details";
import { hasPage } from "#domain/link-details/link-reader";
import { itemsById, itemsOfShelf } from "#local-store/queries";
import type { LocalStore } from "#local-store/local-store";
import { useOwner } from "#session/owner-context.tsx";
import { refreshWords as words } from "#words/links/link-details";
import { type MarksEdit, useEditItems } from "./edit-items";

export const lacksDetails = ({ url, title, description, price, picture, details }: ItemRow): boolean =>
  details !== "pending" &&
  hasPage(url) &&
  (title === hostOf(url) || description === "" || price === "" || picture === null);

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
