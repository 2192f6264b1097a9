import type { UseFormReturnType } from "@mantine/form";
import type { ItemRow } from "@shelv/contract/rows/item";
import { useEffect } from "react";
import { useOwnerWithStore } from "#session/owner-context.tsx";
import type { ItemDraft } from "./save-item";
import { saveWithCutout } from "#domain/background-removal/save-with-cutout";
import { noteDrawn } from "#outbox/pictures";
import { type ItemPicture, useCutout } from "#domain/background-removal/use-cutout";

/**
 * The cut-out goes into the form; after an earlier save, onto the item, which has one of `itemIds`. `item`:
 * the row that the form began with.
 */
export function useItemPicture(
  form: UseFormReturnType<ItemDraft>,
  item: ItemRow | null,
  itemIds: readonly string[],
) {
  const owner = useOwnerWithStore();
  // Setting several fields at once would clear the errors of all others.
  const take = ({ picture, cutout, showsCutout }: ItemPicture) => {
    form.setFieldValue("picture", picture);
    form.setFieldValue("cutout", cutout);
    form.setFieldValue("showsCutout", showsCutout);
  };
  const cutout = useCutout(form.values, item, take);
  useFollowCutout(form, item, take);

  const isAwaited = cutout.state === "running" || cutout.state === "not-here";
  const saveWithPicture = <T>(draft: ItemDraft, save: () => Promise<T>): Promise<T> =>
    saveWithCutout(owner, draft, { isAwaited, itemIds, tap: cutout.tapped }, save);
  /** A page's picture, which the server has: it gets a cut-out like a chosen one. A drawn card gets none. */
  const takeFromLink = (picture: string | null, { isIcon }: { isIcon: boolean }) => {
    take({ picture, cutout: null, showsCutout: false });
    if (picture === null) return;
    if (isIcon) noteDrawn(owner.store, picture);
    else cutout.ask(picture);
  };
  return { take, takeFromLink, cutout, isCutoutAwaited: isAwaited, saveWithPicture };
}

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
