import { leftOutSentence } from "@shelv/contract/page-limits";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/shelf";
import { Board, BoardNote, Row } from "./board.tsx";
import { ItemCard } from "./item-card.tsx";
import { CategoryChips, chipClasses, chipNumbers } from "./category-chips.tsx";
import { firstGrapheme } from "./graphemes.ts";
import type { PageShelf } from "./page-data.ts";
import { pageWords } from "./page-words.ts";
import { steady } from "./steady.ts";

export type ShelfProps = {
  shelf: PageShelf;
  /** Load its pictures at once: it is on the first screen. */
  eager?: boolean;
  /** Whose page it is, where clicks are counted; left out, its links tell nobody. */
  username?: string;
};

/** A shelf with its name on the wall above it. */
export const Shelf = (props: ShelfProps) => (
  <section className="shelv-shelf">
    <ShelfContent {...props} />
  </section>
);

/** The same, drawn already. */
export const DrawnShelf = ({ html }: { html: string }) => (
  <section className="shelv-shelf" dangerouslySetInnerHTML={{ __html: html }} />
);

/** `row`: what `ShelfRow` draws, where that is drawn already. */
export const ShelfContent = ({ row, ...props }: ShelfProps & { row?: string }) => (
  <>
    <ShelfHeading shelf={props.shelf} />
    <CategoryChips shelf={props.shelf} />
    <Board>
      <OnBoard {...props} row={row} />
    </Board>
  </>
);

const ShelfHeading = ({ shelf }: { shelf: Pick<PageShelf, "name" | "emoji" | "description"> }) => (
  <header className="shelv-shelf-heading">
    <h2 className="shelv-shelf-name" dir="auto">
      <span className="shelv-shelf-emoji" aria-hidden="true">
        {firstGrapheme(shelf.emoji) || SHELF_DEFAULT_EMOJI}
      </span>
      {steady(shelf.name)}
    </h2>
    {shelf.description !== "" && (
      <p className="shelv-shelf-description" dir="auto">
        {shelf.description}
      </p>
    )}
  </header>
);

function OnBoard({ row, ...props }: ShelfProps & { row: string | undefined }) {
  const { items, itemsLeftOut = 0 } = props.shelf;
  if (items.length === 0)
    return (
      <BoardNote>{leftOutSentence({ shelves: 0, items: itemsLeftOut }) ?? pageWords.emptyShelf}</BoardNote>
    );
  return row === undefined ? (
    <Row>
      <ShelfRow {...props} />
    </Row>
  ) : (
    <Row dangerouslySetInnerHTML={{ __html: row }} />
  );
}

/** What stands in a shelf's row; with `from` and `to`, only a part of it, as parts are put together. */
export function ShelfRow({
  shelf,
  eager = false,
  username,
  from = 0,
  to = shelf.items.length,
}: ShelfProps & { from?: number; to?: number }) {
  const chips = chipNumbers(shelf.categories);
  return (
    <>
      {shelf.items.slice(from, to).map((item) => (
        <ItemCard
          key={item.id}
          item={item}
          chips={chipClasses(chips, item.categoryIds)}
          eager={eager}
          username={username}
        />
      ))}
      {shelf.categories.length > 0 && to >= shelf.items.length && (
        <li className="shelv-none shelv-note">{pageWords.noItems}</li>
      )}
    </>
  );
}
