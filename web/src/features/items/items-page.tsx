import { Button, CloseButton, Input } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { memo, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { ItemDialog } from "#domain/items/item-dialog.tsx";
import { ItemList } from "#domain/items/list/item-list.tsx";
import { selectionRoom } from "#domain/items/selection/select-box.tsx";
import { useSelection } from "#domain/items/selection/use-selection";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { allCategories, rowMarks, shelvesInOrder } from "#local-store/queries";
import { useItemSearch } from "#local-store/search/item-index";
import { useLeaveDialog } from "#navigation/history-stack";
import { useLast } from "#platform/react/use-last";
import { useLiveQuery } from "#local-store/use-live-query";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { itemsScreenWords as words, itemsWords } from "#words/screens/items";
import { filterFound } from "./filter-found";
import { ItemsToolbar } from "./items-toolbar";
import styles from "./items-toolbar.module.css";
import { useListedItems } from "./use-listed-items";

const SelectionBar = lazyComponent(
  async () => (await import("#domain/items/selection/selection-bar.tsx")).SelectionBar,
);

const NO_IDS: readonly string[] = [];

export function ItemsPage({ shelfId, itemId }: { shelfId: string | undefined; itemId: string | undefined }) {
  const navigate = useNavigate({ from: "/items" });
  const leave = useLeaveDialog();
  const shelves = useLiveQuery(shelvesInOrder);
  // Without a shelf no form opens. An open one, with its typed text, stays if another device deletes the last
  // shelf.
  const [firstShelf] = useLast(shelves && shelves.length > 0 ? shelves : null) ?? [];
  const filtered = shelves?.some(({ id }) => id === shelfId) ? shelfId : undefined;
  const listed = useListedItems(filtered);
  const [asked, setAsked] = useState("");
  const [timesCleared, setTimesCleared] = useState(0);
  const categories = useLiveQuery(allCategories);
  const marks = useLiveQuery(rowMarks);
  const found = useItemSearch(asked);
  const shown = listed && filterFound(listed, found);
  const selection = useSelection(shown?.ids ?? NO_IDS);
  const filterBy = useCallback(
    (shelf: string | undefined) => void navigate({ search: { shelf }, replace: true, resetScroll: false }),
    [navigate],
  );
  const clear = () => {
    setAsked("");
    setTimesCleared((times) => times + 1);
  };

  return (
    <div className={selection.isOn ? selectionRoom : ""}>
      <OverwrittenNotices isShown={({ notice }) => notice.table === "items"} />
      <ItemsToolbar
        shelves={shelves ?? []}
        shelfId={filtered}
        onShelf={filterBy}
        search={<SearchBox key={timesCleared} takesFocus={timesCleared > 0} onAsk={setAsked} />}
        count={shown?.isWhole ? shown.ids.length : undefined}
        selection={selection}
      />
      {shown && selection.isOn && (
        <SelectionBar selection={selection} total={shown.ids.length} shelfId={filtered} />
      )}
      {shelves && shown && (
        <ItemList
          label={words.tableLabel}
          ids={shown.ids}
          count={shown.isWhole ? shown.ids.length : undefined}
          known={{ first: shown.first, all: shown.found }}
          query={`${shown.shelfId ?? ""}\n${shown.found ? asked : ""}`}
          shelves={shelves}
          categories={categories}
          marks={marks}
          selection={selection}
          hrefOf={({ id }) => formHref(id, filtered)}
        >
          <NoItems hasShelves={shelves.length > 0} query={found ? asked : ""} onClear={clear} />
        </ItemList>
      )}
      <ItemDialog
        shelfId={filtered ?? firstShelf?.id ?? ""}
        itemId={firstShelf && itemId}
        onClose={() => leave({ to: "/items", search: { shelf: filtered } })}
      />
    </div>
  );
}

const formHref = (item: string, shelf: string | undefined): string =>
  `/items?${new URLSearchParams({ ...(shelf === undefined ? {} : { shelf }), item })}`;

type NoItemsProps = { hasShelves: boolean; query: string; onClear: () => void };

const NoItems = ({ hasShelves, query, onClear }: NoItemsProps) => {
  if (query !== "") {
    return (
      <EmptyShelf title={itemsWords.emptyTitle} text={words.nothingFound(query)}>
        <Button variant="default" onClick={onClear}>
          {words.clear}
        </Button>
      </EmptyShelf>
    );
  }
  return (
    <EmptyShelf title={itemsWords.emptyTitle} text={hasShelves ? itemsWords.emptyText : words.noShelves}>
      {!hasShelves && <LinkButton to="/shelves">{words.toShelves}</LinkButton>}
    </EmptyShelf>
  );
};

/** Uncontrolled: a keystroke renders nothing here, and the search starts when the browser is idle. */
const SearchBox = memo(function SearchBox({
  takesFocus,
  onAsk,
}: {
  takesFocus: boolean;
  onAsk: (query: string) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const ask = (query: string) => startTransition(() => onAsk(query));
  const clear = () => {
    if (!box.current) return;
    box.current.value = "";
    box.current.focus();
    ask("");
  };
  return (
    <Input
      ref={box}
      size="md"
      aria-label={words.search}
      className={styles["search"] ?? ""}
      type="search"
      placeholder={words.search}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSectionPointerEvents="all"
      rightSection={
        <CloseButton
          size={44}
          iconSize={22}
          className={styles["clear"] ?? ""}
          aria-label={words.clear}
          onClick={clear}
        />
      }
      onChange={({ currentTarget }) => ask(currentTarget.value)}
    />
  );
});
