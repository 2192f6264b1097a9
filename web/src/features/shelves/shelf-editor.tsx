import { Button, SegmentedControl } from "@mantine/core";
import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { IconPencil, IconPlus, IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useOpenForm } from "#navigation/use-open-form";
import { useLocalStorage } from "@mantine/hooks";
import { categoriesOfShelf, itemIdsOfShelf, type RowMark, rowMarks, shelfById } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { useLast } from "#platform/react/use-last";
import { itemsWords } from "#words/screens/items";
import { setupTexts } from "#words/catalogue";
import { shelfScreenWords } from "#words/screens/shelves";
import { ItemDialog } from "#domain/items/item-dialog.tsx";
import { useLeaveDialog } from "#navigation/history-stack";
import { LabelledPlate } from "#domain/name-plate/name-plate.tsx";
import { useOwner } from "#session/owner-context.tsx";
import { afterPaint } from "#platform/wait";
import { BEGIN } from "#domain/shelves/begin";
import { NEW_ITEM, useOpenItem } from "#domain/items/open-item";
import { SelectButton, selectionRoom } from "#domain/items/selection/select-box.tsx";
import { useSelection } from "#domain/items/selection/use-selection";
import { useRefreshDetails } from "#domain/items/refresh-details";
import { refreshWords } from "#words/links/link-details";
import { usePasteAndDrop } from "#domain/share-inbox/use-paste-and-drop";
import { ShelfDialog } from "#domain/shelves/shelf-dialog.tsx";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { Wall } from "#domain/wall/wall.tsx";
import { CategoryChips, useFocusGivenBack } from "#features/shelves/categories/category-chips.tsx";
import { MissingShelf } from "./missing-shelf";
import first from "./first-thing.module.css";
import card from "./shelf-card.module.css";
import styles from "./shelf-editor.module.css";
import { ShelfSkeletons } from "./shelf-skeletons";
import { SortableItems } from "./sortable-items";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";

const OWN_FORM = "shelf";

/**
 * The open form, which the address names: `edit` is the shelf's own; `begin` says what made the shelf
 * (domain/shelves/begin.ts).
 */
type OpenForm = { item?: string; category?: string; edit?: string; begin?: string };

export function ShelfEditor({ shelfId, open }: { shelfId: string; open: OpenForm }) {
  const shelf = useLiveQuery(shelfById, shelfId);
  const ids = useLiveQuery(itemIdsOfShelf, shelfId);
  const opened = useLast(shelf);
  const leave = useLeaveDialog();
  const { begin } = open;
  const [view, setView] = useView();
  const close = () => leave({ to: "/shelves/$shelfId", params: { shelfId }, search: { begin } });

  return (
    <>
      {shelf === undefined && <ShelfSkeletons />}
      {shelf === null && <MissingShelf shelfId={shelfId} />}
      <OverwrittenNotices
        isShown={({ row }) => row?.id === shelfId || (row && "shelfId" in row && row.shelfId === shelfId)}
      />
      {shelf && begin === BEGIN.setup && ids?.length === 0 ? (
        <FirstThing shelf={shelf} />
      ) : (
        shelf !== undefined &&
        opened && (
          <ShelfBody
            shelf={opened}
            isGone={shelf === null}
            ids={ids}
            begin={begin}
            view={view}
            onView={setView}
            openCategory={open.category}
            onCloseCategory={close}
          />
        )
      )}
      <ShelfDialog
        isOpen={open.edit === OWN_FORM && opened !== undefined}
        shelf={opened ?? null}
        onClose={close}
      />
      <ItemDialog shelfId={shelfId} itemId={open.item} isOnWall={view === "wall"} onClose={close} />
    </>
  );
}

const SelectionBar = lazyComponent(
  async () => (await import("#domain/items/selection/selection-bar.tsx")).SelectionBar,
);

const NO_IDS: readonly string[] = [];
const NO_MARKS: ReadonlyMap<string, RowMark> = new Map();

type ShelfBodyProps = {
  shelf: ShelfRow;
  isGone: boolean;
  ids: readonly string[] | undefined;
  begin: string | undefined;
  view: View;
  onView: (view: View) => void;
  openCategory: string | undefined;
  onCloseCategory: () => void;
};

function ShelfBody({
  shelf,
  isGone,
  ids,
  begin,
  view,
  onView,
  openCategory,
  onCloseCategory,
}: ShelfBodyProps) {
  const categories = useLiveQuery(categoriesOfShelf, shelf.id);
  const chipsPlace = useChipsPlace(categories, openCategory);
  useFocusGivenBack(openCategory, chipsPlace);
  const marks = useLiveQuery(rowMarks);
  const selection = useSelection(ids ?? NO_IDS);
  const isReceiving = usePasteAndDrop(shelf.id);
  const refreshShelf = useRefreshDetails().shelf;
  const openForm = useOpenForm();
  const hrefOf = (item: string) =>
    `/shelves/${shelf.id}?${new URLSearchParams({ item, ...(begin && { begin }) })}`;
  const chips = categories && (
    <CategoryChips
      shelf={shelf}
      isGone={isGone}
      categories={categories}
      marks={marks}
      openId={openCategory}
      onClose={onCloseCategory}
    />
  );
  return (
    <div className={selection.isOn ? selectionRoom : undefined}>
      {!isGone && (
        <div className={styles["words"]}>
          <SyncMark mark={marks?.get(shelf.id)} />
          {shelf.description !== "" && (
            <p className={card["description"]} dir="auto">
              {shelf.description}
            </p>
          )}
        </div>
      )}
      {chipsPlace === "above" && chips}
      {!isGone && categories && (
        <section
          className={styles["items"]}
          data-receiving={isReceiving || undefined}
          aria-labelledby="items-heading"
        >
          <div className={styles["top"]}>
            <h2 id="items-heading" className="visually-hidden">
              {itemsWords.heading}
            </h2>
            <ViewSwitch view={view} onChange={onView} />
            <span className={styles["space"]} />
            {ids && ids.length > 0 && !selection.isOn && (
              <Button
                variant="subtle"
                px={12}
                aria-label={refreshWords.shelf}
                title={refreshWords.shelf}
                classNames={{ section: styles["refreshIcon"] ?? "" }}
                leftSection={<IconRefresh size={20} aria-hidden="true" />}
                onClick={() => void refreshShelf(shelf.id)}
              >
                <span className={styles["refreshText"]}>{refreshWords.one}</span>
              </Button>
            )}
            {ids && ids.length > 0 && <SelectButton selection={selection} />}
            {!selection.isOn && (
              <span className={ids?.length === 0 ? undefined : styles["onWideScreens"]}>
                <AddItem
                  shelfId={shelf.id}
                  begin={begin}
                  takesFocus={begin === BEGIN.shelf && ids?.length === 0}
                >
                  {itemsWords.add}
                </AddItem>
              </span>
            )}
            {!selection.isOn && (
              <IconButton aria-label={shelfScreenWords.edit} onClick={() => openForm({ edit: OWN_FORM })}>
                <IconPencil size={20} />
              </IconButton>
            )}
          </div>
          {ids && selection.isOn && (
            <SelectionBar selection={selection} total={ids.length} shelfId={shelf.id} />
          )}
          {ids && view === "list" && (
            <SortableItems
              shelfId={shelf.id}
              label={itemsWords.listLabel(shelf.name)}
              ids={ids}
              categories={categories}
              marks={marks}
              selection={selection}
              hrefOf={({ id }) => hrefOf(id)}
            >
              <EmptyShelf title={itemsWords.emptyTitle} text={itemsWords.emptyText} />
            </SortableItems>
          )}
          {ids && view === "wall" && (
            <Wall shelf={shelf} ids={ids} marks={marks ?? NO_MARKS} hrefOf={hrefOf} selection={selection} />
          )}
        </section>
      )}
      {chipsPlace === "below" && chips}
    </div>
  );
}

const PageWithoutItems = lazyComponent(async () => (await import("./page-without-items")).PageWithoutItems, {
  afterMs: 0,
});

function FirstThing({ shelf }: { shelf: ShelfRow }) {
  const { username } = useOwner().account;
  return (
    <section className={first["first"]} aria-label={shelf.name}>
      <p>
        <b>{setupTexts.done}</b> <span>{setupTexts.doneText}</span>
      </p>
      <LabelledPlate name={username} label={shelfScreenWords.firstAddress} />
      <p className={first["lead"]}>{shelfScreenWords.firstLead}</p>
      <div className={first["action"]}>
        <AddItem shelfId={shelf.id} begin={BEGIN.setup} takesFocus>
          {shelfScreenWords.addFirst}
        </AddItem>
      </div>
      <div className={first["page"]}>
        <PageWithoutItems />
      </div>
    </section>
  );
}

type AddItemProps = {
  shelfId: string;
  begin: string | undefined;
  takesFocus: boolean;
  children: string;
};

function AddItem({ shelfId, begin, takesFocus, children }: AddItemProps) {
  const openItem = useOpenItem();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) afterPaint(() => link.current?.focus());
  }, [takesFocus]);
  return (
    <LinkButton
      ref={link}
      to="/shelves/$shelfId"
      params={{ shelfId }}
      search={{ item: NEW_ITEM, begin }}
      resetScroll={false}
      onClick={(event) => openItem(event, NEW_ITEM)}
      leftSection={<IconPlus size={20} />}
    >
      {children}
    </LinkButton>
  );
}

/**
 * Without categories the chips are below the items. While a form is open the chips do not move: its text
 * would be lost. Null until known.
 */
function useChipsPlace(
  categories: readonly CategoryRow[] | undefined,
  openId: string | undefined,
): "above" | "below" | null {
  const [place, setPlace] = useState<"above" | "below" | null>(null);
  const wanted = categories && (categories.length > 0 ? "above" : "below");
  if (wanted && wanted !== place && (place === null || openId === undefined)) setPlace(wanted);
  return place;
}

type View = keyof typeof itemsWords.views;

const useView = () =>
  useLocalStorage<View>({
    key: "shelv-shelf-view",
    defaultValue: "wall",
    getInitialValueInEffect: false,
    serialize: (view) => view,
    deserialize: (stored) => (stored === "list" ? "list" : "wall"),
  });

const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <SegmentedControl<View>
    className={styles["views"]}
    aria-label={itemsWords.view}
    value={view}
    onChange={onChange}
    data={[
      { value: "wall", label: itemsWords.views.wall },
      { value: "list", label: itemsWords.views.list },
    ]}
  />
);
