import { ActionIcon } from "@mantine/core";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/shelf";
import { IconArrowLeft, IconPencil, IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import { itemsOfShelf, pendingIds } from "#local-store/queries";
import { useOwner } from "#sync/owner-context.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { itemsWords } from "#words/items";
import { shelfScreenWords } from "#words/shelves";
import { EmptyShelf } from "./empty-shelf";
import { ItemDialog } from "./item-dialog";
import { ItemList } from "./item-list";
import shelves from "./my-shelv.module.css";
import { OwnBoard } from "./own-board";
import { PendingMark } from "./pending-mark";
import card from "./shelf-card.module.css";
import { ShelfDialog } from "./shelf-dialog";
import styles from "./shelf-editor.module.css";
import { ShelfSkeletons } from "./shelf-skeletons";

/** The address's word for an item that does not exist yet. */
const NEW_ITEM = "new";

/** One shelf on the bench: as visitors see it, and below it what stands on it. `itemId` is the item whose form is open. */
export function ShelfEditor({ shelfId, itemId }: { shelfId: string; itemId: string | undefined }) {
  const { store } = useOwner();
  const shelf = useLiveQuery(async () => (await store.shelves.get(shelfId)) ?? null, [store, shelfId]);
  const items = useLiveQuery(() => itemsOfShelf(store, shelfId), [store, shelfId]);
  const pending = useLiveQuery(() => pendingIds(store), [store]);
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const closeItem = () => void navigate({ to: "/shelves/$shelfId", params: { shelfId }, search: {}, replace: true, resetScroll: false });

  if (shelf === undefined) return <ShelfSkeletons />;
  if (shelf === null) return <EmptyShelf title={shelfScreenWords.gone} text={shelfScreenWords.goneText}><BackLink /></EmptyShelf>;

  return (
    <>
      <BackLink />
      <section className={card["card"]} aria-label={shelf.name}>
        <header className={styles["header"]}>
          <div className={styles["words"]}>
            <h2 className={styles["name"]} dir="auto">
              <span aria-hidden="true" className={card["emoji"]}>{shelf.emoji || SHELF_DEFAULT_EMOJI}</span>
              {shelf.name}
              {pending?.has(shelf.id) && <PendingMark />}
            </h2>
            {shelf.description !== "" && <p className={card["description"]} dir="auto">{shelf.description}</p>}
          </div>
          <ActionIcon variant="light" color="oak" aria-label={shelfScreenWords.edit} onClick={() => setEditing(true)}><IconPencil size={21} /></ActionIcon>
        </header>
        <OwnBoard shelfId={shelfId} items={items} />
      </section>

      <section className={`${styles["items"]} ${shelves["room"]}`} aria-labelledby="items-heading">
        <div className={shelves["top"]}>
          <h2 id="items-heading" className={styles["heading"]}>{itemsWords.heading}</h2>
          <div className={shelves["actions"]}>
            <LinkButton to="/shelves/$shelfId" params={{ shelfId }} search={{ item: NEW_ITEM }} resetScroll={false} leftSection={<IconPlus size={20} />}>
              {itemsWords.add}
            </LinkButton>
          </div>
        </div>
        {items?.length === 0 && (
          <p className={styles["empty"]}><b>{itemsWords.emptyTitle}</b><br />{itemsWords.emptyText}</p>
        )}
        {items && items.length > 0 && <ItemList shelf={shelf} items={items} pending={pending ?? new Set()} />}
      </section>
      <ShelfDialog isOpen={isEditing} shelf={shelf} onClose={() => setEditing(false)} />
      <ItemDialog shelfId={shelfId} item={itemId === NEW_ITEM ? NEW_ITEM : items?.find(({ id }) => id === itemId)} onClose={closeItem} />
    </>
  );
}

const BackLink = () => (
  <Link to="/shelves" className={styles["back"]}><IconArrowLeft size={18} aria-hidden="true" />{shelfScreenWords.back}</Link>
);
