import type { UseFormReturnType } from "@mantine/form";
import type { ItemRow } from "@shelv/contract/item";
import { useEffect } from "react";
import { useOwnerWithStore } from "#sync/owner-context.tsx";
import type { ItemDraft } from "./save-item";
import { saveWithCut } from "./save-with-cut";
import { type ItemPicture, useCutout } from "./use-cutout";

/**
 * The picture in an item's form. What is cut out of it comes into the form; where that is saved before, onto the item, which may be called by one
 * of `itemIds` then. `item`: as it is stored, where the form began with that.
 */
export function useItemPicture(
  form: UseFormReturnType<ItemDraft>,
  item: ItemRow | null,
  itemIds: readonly string[],
) {
  const owner = useOwnerWithStore();
  // Field by field: to set several at once would take the messages of all others away.
  const take = ({ picture, cutout, showsCutout }: ItemPicture) => {
    form.setFieldValue("picture", picture);
    form.setFieldValue("cutout", cutout);
    form.setFieldValue("showsCutout", showsCutout);
  };
  const cutout = useCutout(form.values, item, take);
  useFollowCutout(form, item, take);

  const isAwaited = cutout.state === "running" || cutout.state === "not-here";
  const savingWithCut = <T>(draft: ItemDraft, save: () => Promise<T>): Promise<T> =>
    saveWithCut(owner, draft, { isAwaited, itemIds }, save);
  return { take, cutout, savingWithCut };
}

/** What was cut out once the form before was saved comes into this one too, and is no change of it. */
function useFollowCutout(
  form: UseFormReturnType<ItemDraft>,
  item: ItemRow | null,
  take: (picture: ItemPicture) => void,
): void {
  useEffect(() => {
    const begun = form.getInitialValues();
    if (!item || item.cutout === null || begun.cutout !== null || item.picture !== begun.picture) return;
    const stored = { picture: item.picture, cutout: item.cutout, showsCutout: item.showsCutout };
    const { picture, cutout, showsCutout } = form.getValues();
    form.setInitialValues({ ...begun, ...stored });
    take(picture === stored.picture && cutout === null ? stored : { picture, cutout, showsCutout });
  });
}
