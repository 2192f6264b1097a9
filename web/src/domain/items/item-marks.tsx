import type { ItemRow } from "@shelv/contract/rows/item";
import { IconClockDown, IconEyeOff, IconLinkOff, IconWorldQuestion, IconTagOff } from "@tabler/icons-react";
import { itemMarkWords as words } from "#words/item-marks";
import styles from "./item-marks.module.css";

type ItemMark = keyof typeof words;

const ICONS = {
  hidden: IconEyeOff,
  pending: IconClockDown,
  failed: IconWorldQuestion,
  gone: IconLinkOff,
  "sold-out": IconTagOff,
  unsure: IconWorldQuestion,
};

export function marksOf({ isHidden, details, linkState, silencedUntil }: ItemRow): ItemMark[] {
  const marks: ItemMark[] = [];
  if (isHidden) marks.push("hidden");
  if (details === "pending" || details === "failed") marks.push(details);
  const isShown = linkState === "gone" || linkState === "sold-out" || linkState === "unsure";
  if (isShown && (silencedUntil ?? null) === null) marks.push(linkState);
  return marks;
}

export function ItemMarks({ item }: { item: ItemRow }) {
  const marks = marksOf(item);
  if (marks.length === 0) return null;
  return (
    <span className={styles["marks"]}>
      {marks.map((mark) => {
        const MarkIcon = ICONS[mark];
        return (
          <span key={mark} className={styles["mark"]} data-mark={mark}>
            <MarkIcon size={15} aria-hidden="true" />
            {words[mark]}
          </span>
        );
      })}
    </span>
  );
}
