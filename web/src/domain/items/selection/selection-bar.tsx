import { Button } from "@mantine/core";
import { IconArrowsExchange, IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { useCloseOnBack } from "#ui/dialogs/close-on-back";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { selectItemsWords as words } from "#words/screens/items";
import type { LocalStore } from "#local-store/local-store";
import { itemsById } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { type ItemsToMove, MoveDialog } from "#domain/items/moving/move-dialog.tsx";
import { useMoveItems } from "#domain/items/moving/move-items";
import { useDeleteItems } from "#domain/items/delete-items";
import { useHideItems } from "#domain/items/hide-items";
import { hideWords } from "#words/item-marks";
import { CheckMark } from "./select-box";
import box from "./select-box.module.css";
import styles from "./selection-bar.module.css";
import type { Selection } from "./use-selection";

type SelectionBarProps = {
  selection: Selection;
  total: number;
  shelfId: string | undefined;
};

/** The actions for the selected items. On a phone the bar is at the lower edge. Escape ends the selection. */
export function SelectionBar({ selection, total, shelfId }: SelectionBarProps) {
  const all = useRef<HTMLInputElement>(null);
  const [moving, setMoving] = useState<ItemsToMove | null>(null);
  const [deleting, setDeleting] = useState<readonly string[] | null>(null);
  const { toShelf } = useMoveItems();
  const deleteItems = useDeleteItems();
  const setHidden = useHideItems();
  const { ids, end, toggleAll } = selection;
  const areHidden = useLiveQuery(areAllHidden, ids.slice(0, LOOKED_AT)) ?? false;
  const count = ids.length;
  const isSome = count > 0 && count < total;
  useCloseOnBack(true, end);
  useEffect(() => all.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome;
  }, [isSome]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") end();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [end]);
  return (
    <section aria-label={words.bar} className={styles["bar"]}>
      <label className={styles["all"]}>
        <input
          ref={all}
          type="checkbox"
          className={box["input"]}
          aria-label={words.allLabel}
          checked={count === total}
          onChange={toggleAll}
        />
        <CheckMark isMixed={isSome} />
        {words.all}
      </label>
      <output className={styles["count"]}>{words.count(count)}</output>
      <div className={styles["actions"]}>
        <AriaDisabledButton
          variant="default"
          isOff={count === 0}
          leftSection={<IconArrowsExchange size={18} />}
          onClick={() => setMoving({ ids, from: shelfId })}
        >
          {words.move}
        </AriaDisabledButton>
        <AriaDisabledButton
          variant="default"
          isOff={count === 0}
          leftSection={areHidden ? <IconEye size={18} /> : <IconEyeOff size={18} />}
          onClick={() => {
            end();
            void setHidden(ids, !areHidden);
          }}
        >
          {areHidden ? hideWords.show : hideWords.hide}
        </AriaDisabledButton>
        <AriaDisabledButton
          variant="default"
          isOff={count === 0}
          leftSection={<IconTrash size={18} />}
          onClick={() => setDeleting(ids)}
        >
          {words.delete}
        </AriaDisabledButton>
        <Button onClick={end}>{words.done}</Button>
      </div>
      <MoveDialog
        moving={moving}
        onMove={({ ids }, shelf) => {
          end();
          void toShelf(ids, shelf);
        }}
        onClose={() => setMoving(null)}
      />
      <ConfirmDialog
        isOpen={deleting !== null}
        title={words.deleteTitle(deleting?.length ?? 0)}
        text={words.deleteText(deleting?.length ?? 0)}
        onConfirm={() => {
          setDeleting(null);
          end();
          void deleteItems(deleting ?? []);
        }}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
}

const LOOKED_AT = 200;

const areAllHidden = async (store: LocalStore, ids: readonly string[]) =>
  ids.length > 0 && (await itemsById(store, ids)).every(({ isHidden }) => isHidden);
