import { itemsById } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { hideWords as words } from "#words/item-marks";
import { useEditItems } from "./edit-items";

export function useHideItems(): (ids: readonly string[], isHidden: boolean) => Promise<void> {
  const { readStore } = useOwner();
  const edit = useEditItems();
  return (ids, isHidden) =>
    edit(async () => {
      const items = await readStore((store) => itemsById(store, ids));
      const edits = items
        .filter((item) => (item.isHidden ?? false) !== isHidden)
        .map(({ id }) => ({ id, patch: { isHidden }, was: { isHidden: !isHidden } }));
      const count = Math.max(edits.length, 1);
      return { edits, done: isHidden ? words.hidden(count) : words.shown(count) };
    });
}
