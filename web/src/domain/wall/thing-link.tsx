import { isHiddenFromVisitors, type ItemRow } from "@shelv/contract/rows/item";
import { type ComponentProps, memo } from "react";
import { type RowMark, settingsOf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { OwnItemFace } from "#domain/items/own-item-face.tsx";
import { useOpenItem } from "#domain/items/open-item";
import { SelectBox } from "#domain/items/selection/select-box.tsx";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { actionWords } from "#words/actions";
import { itemMarkWords } from "#words/item-marks";
import styles from "./thing.module.css";

export type ThingLinkProps = Omit<ComponentProps<"a">, "onClick"> & {
  href: string;
  item: ItemRow;
  mark: RowMark | undefined;
  isHidden: boolean;
};

/** A thing of the owner's: a tap opens its form, at `href`. */
export function ThingLink({ item, mark, isHidden, href, ...link }: ThingLinkProps) {
  const openItem = useOpenItem();
  return (
    <a
      {...link}
      href={href}
      draggable={false}
      onClick={(event) => openItem(event, item)}
      className="shelv-item"
    >
      <span className="visually-hidden">{actionWords.edit}</span>
      <Face item={item} mark={mark} isHidden={isHidden} />
    </a>
  );
}

type SelectableThingProps = Pick<ThingLinkProps, "item" | "mark" | "isHidden"> & {
  isSelected: boolean;
  onToggle: (id: string) => void;
};

export const SelectableThing = ({ item, mark, isHidden, ...selected }: SelectableThingProps) => (
  <span className="shelv-item">
    <Face item={item} mark={mark} isHidden={isHidden} />
    <span className={styles["tick"]}>
      <SelectBox item={item} {...selected} />
    </span>
  </span>
);

/** A step of a drag gives things other places, but not other faces. */
const Face = memo(function Face({
  item,
  mark,
  isHidden,
}: Pick<ThingLinkProps, "item" | "mark" | "isHidden">) {
  return (
    <>
      <OwnItemFace item={item} />
      {isHidden && <span className="visually-hidden"> ({itemMarkWords.hidden})</span>}
      {mark && (
        <span className={styles["mark"]}>
          <SyncMark mark={mark} />
        </span>
      )}
    </>
  );
});

export function useIsHidden(): (item: ItemRow) => boolean {
  const hidesGone = useLiveQuery(settingsOf)?.hidesGoneLinks ?? false;
  return (item) => isHiddenFromVisitors(item, hidesGone);
}
