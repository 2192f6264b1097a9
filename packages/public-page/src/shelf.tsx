import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/shelf";
import { Board, BoardNote, Row } from "./board.tsx";
import { ItemCard } from "./item-card.tsx";
import { CategoryChips, chipClasses } from "./category-chips.tsx";
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
export const Shelf = (props: ShelfProps) => <section className="shelv-shelf"><ShelfContent {...props} /></section>;

/** The same, drawn already. */
export const DrawnShelf = ({ html }: { html: string }) => <section className="shelv-shelf" dangerouslySetInnerHTML={{ __html: html }} />;

export const ShelfContent = ({ shelf, eager = false, username }: ShelfProps) => (
  <>
    <ShelfHeading shelf={shelf} />
    <CategoryChips shelf={shelf} />
    <ShelfBoard shelf={shelf} eager={eager} username={username} />
  </>
);

const ShelfHeading = ({ shelf }: { shelf: Pick<PageShelf, "name" | "emoji" | "description"> }) => (
  <header className="shelv-shelf-heading">
    <h2 className="shelv-shelf-name" dir="auto">
      <span className="shelv-shelf-emoji" aria-hidden="true">{firstGrapheme(shelf.emoji) || SHELF_DEFAULT_EMOJI}</span>
      {steady(shelf.name)}
    </h2>
    {shelf.description !== "" && <p className="shelv-shelf-description" dir="auto">{shelf.description}</p>}
  </header>
);

type ShelfBoardProps = { shelf: PageShelf; eager: boolean; username: string | undefined };

/** The board alone, with what stands on it. */
const ShelfBoard = ({ shelf, eager, username }: ShelfBoardProps) => (
  <Board>
    {shelf.items.length === 0
      ? <BoardNote>{pageWords.emptyShelf}</BoardNote>
      : (
        <Row>
          {shelf.items.map((item) => (
            <ItemCard key={item.id} item={item} chips={chipClasses(shelf.categories, item.categoryIds)} eager={eager} username={username} />
          ))}
          {shelf.categories.length > 0 && <li className="shelv-none shelv-note">{pageWords.noItems}</li>}
        </Row>
      )}
  </Board>
);
