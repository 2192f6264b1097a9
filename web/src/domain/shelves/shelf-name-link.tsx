import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/rows/shelf";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import styles from "./shelf-name-link.module.css";

type ShelfNameLinkProps = { shelf: Pick<ShelfRow, "id" | "name" | "emoji">; className?: string | undefined };

/** A plain anchor: each router link works at every address change, and a list has one per row. */
export function ShelfNameLink({ shelf: { id, name, emoji }, className = "" }: ShelfNameLinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to: "/shelves/$shelfId", params: { shelfId: id } });
  };
  return (
    <a href={`/shelves/${id}`} onClick={follow} dir="auto" className={`${styles["link"]} ${className}`}>
      <span className={styles["emoji"]} aria-hidden="true">
        {emoji || SHELF_DEFAULT_EMOJI}
      </span>
      <span className={styles["name"]}>{name}</span>
    </a>
  );
}
