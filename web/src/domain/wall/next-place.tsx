import { IconPlus } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { NEW_ITEM, useOpenItem } from "#domain/items/open-item";
import { itemsWords } from "#words/screens/items";
import styles from "./thing.module.css";

type NextPlaceProps = ComponentProps<"a"> & { shelfId: string; href: string };

/** The "+" in the next free place. `href` opens the form of a new thing. */
export function NextPlace({ shelfId, href, className = "", ...link }: NextPlaceProps) {
  const openItem = useOpenItem();
  return (
    <a
      {...link}
      href={href}
      draggable={false}
      onClick={(event) => openItem(event, NEW_ITEM, shelfId)}
      aria-label={itemsWords.addHere}
      className={`${styles["next"]} ${className}`}
    >
      <IconPlus size={26} aria-hidden="true" />
    </a>
  );
}
