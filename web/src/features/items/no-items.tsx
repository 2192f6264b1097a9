import { Button } from "@mantine/core";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { itemsScreenWords as words, itemsWords } from "#words/items";

type NoItemsProps = { hasShelves: boolean; query: string; onClear: () => void };

/** An empty state with its one action. The toolbar has "Add item". */
export const NoItems = ({ hasShelves, query, onClear }: NoItemsProps) => {
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
