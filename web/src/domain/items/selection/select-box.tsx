import { Button } from "@mantine/core";
import type { ItemRow } from "@shelv/contract/rows/item";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { selectItemsWords as words } from "#words/screens/items";
import styles from "./select-box.module.css";
import type { Selection } from "./use-selection";

export const selectionRoom = styles["room"] ?? "";

export const CheckMark = ({ isMixed = false }: { isMixed?: boolean }) => (
  <span className={styles["mark"]} data-mixed={isMixed || undefined} aria-hidden="true">
    {isMixed ? <IconMinus size={16} stroke={3} /> : <IconCheck size={16} stroke={3} />}
  </span>
);

type SelectBoxProps = { item: ItemRow; isSelected: boolean; onToggle: (id: string) => void };

export const SelectBox = ({ item: { id, title }, isSelected, onToggle }: SelectBoxProps) => (
  <>
    <input
      type="checkbox"
      className={styles["input"]}
      aria-label={words.selectOne(title)}
      checked={isSelected}
      onChange={() => onToggle(id)}
    />
    <span className={styles["box"]}>
      <CheckMark />
    </span>
  </>
);

export function SelectButton({ selection }: { selection: Selection }) {
  const button = useRef<HTMLButtonElement>(null);
  const { isOn, start } = selection;
  const wasOn = useRef(isOn);
  useEffect(() => {
    if (wasOn.current && !isOn) button.current?.focus({ preventScroll: true });
    wasOn.current = isOn;
  }, [isOn]);
  if (isOn) return null;
  return (
    <Button ref={button} variant="subtle" px={12} onClick={start}>
      {words.select}
    </Button>
  );
}
