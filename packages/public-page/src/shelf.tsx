import { isWebUrl } from "@shelv/contract/values/link-url";
import { leftOutSentence, SHELF_MAX_CHIPS } from "@shelv/contract/limits/page-limits";
import { TRACK_PATH } from "@shelv/contract/paths";
import { linkOf } from "@shelv/contract/rows/item";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/rows/shelf";
import { Board, BoardNote, Place, Row } from "./board.tsx";
import { firstGrapheme } from "#text/graphemes";
import { ItemFace } from "./item-face.tsx";
import { ItemObject } from "#objects/item-object.tsx";
import { hasDetails, isLong, type PageItem, type PageShelf } from "./page-data.ts";
import { pageWords } from "#text/page-words";
import { stripBidi } from "#text/strip-bidi";
import { truncate } from "#text/truncate";

export type ShelfProps = {
  shelf: PageShelf;
  eager?: boolean;
  username?: string | undefined;
  /** The markup of `ItemCards`, if it is rendered already. */
  cards?: string;
};

export const Shelf = (props: ShelfProps) => (
  <section className="shelv-shelf">
    <ShelfHeading shelf={props.shelf} />
    <CategoryChips shelf={props.shelf} />
    <Board>
      <OnBoard {...props} />
    </Board>
  </section>
);

/** The random end of a UUIDv7; its start is a time. */
const shortId = ({ id }: Pick<PageShelf, "id">) => id.slice(-8);

const ShelfHeading = ({ shelf }: { shelf: PageShelf }) => (
  <header className="shelv-shelf-heading" id={isLong(shelf) ? `all-${shortId(shelf)}` : undefined}>
    <h2 className="shelv-shelf-name" dir="auto" id={isLong(shelf) ? `row-${shortId(shelf)}` : undefined}>
      <span className="shelv-shelf-emoji" aria-hidden="true">
        {firstGrapheme(shelf.emoji) || SHELF_DEFAULT_EMOJI}
      </span>
      {stripBidi(shelf.name)}
    </h2>
    {shelf.description !== "" && (
      <p className="shelv-shelf-description" dir="auto">
        {shelf.description}
      </p>
    )}
    {isLong(shelf) && (
      <>
        <a className="shelv-all" href={`#all-${shortId(shelf)}`}>
          {pageWords.seeAll(shelf.items.length)}
        </a>
        <a className="shelv-all shelv-less" href={`#row-${shortId(shelf)}`}>
          {pageWords.seeLess}
        </a>
      </>
    )}
  </header>
);

function OnBoard({ cards, ...props }: ShelfProps) {
  const { items, itemsLeftOut = 0 } = props.shelf;
  if (items.length === 0)
    return (
      <BoardNote>{leftOutSentence({ shelves: 0, items: itemsLeftOut }) ?? pageWords.emptyShelf}</BoardNote>
    );
  if (cards !== undefined) return <Row dangerouslySetInnerHTML={{ __html: cards }} />;
  return (
    <Row>
      <ItemCards {...props} items={items} />
    </Row>
  );
}

/** `items`: all or some of the shelf's. */
export function ItemCards({
  shelf: { categories },
  items,
  eager = false,
  username,
}: ShelfProps & { items: readonly PageItem[] }) {
  const chips = chipNumbers(categories);
  return items.map((item) => (
    <ItemCard
      key={item.id}
      item={item}
      chips={chipClasses(chips, item.categoryIds)}
      eager={eager}
      username={username}
    />
  ));
}

const DESCRIPTION_SHOWN_LENGTH = 75;

type ItemCardProps = {
  item: PageItem;
  /** See `chipClasses`. */
  chips?: string;
  eager?: boolean;
  username?: string | undefined;
};

/** A link to an app opens no new tab. */
function ItemCard({ item, chips = "", eager = false, username }: ItemCardProps) {
  const link = linkOf(item);
  const hint = truncate(item.description, DESCRIPTION_SHOWN_LENGTH) || undefined;
  const face = <ItemFace item={item} eager={eager} object={<ItemObject item={item} isOnPage />} />;
  return (
    <Place className={chips || undefined}>
      {link !== null ? (
        <a
          className="shelv-item"
          href={link}
          ping={username && pingOf(username, item)}
          target={isWebUrl(link) ? "_blank" : undefined}
          rel="noopener ugc nofollow"
          title={hint}
        >
          {face}
        </a>
      ) : (
        <span className="shelv-item" title={hint}>
          {face}
        </span>
      )}
      {hasDetails(item) && <Details item={item} />}
    </Place>
  );
}

/** The caption above it then shows the whole title. Browsers without `:has` show the title here. */
const Details = ({ item: { title, description } }: { item: PageItem }) => (
  <details className="shelv-about" dir="auto">
    <summary aria-label={pageWords.details(stripBidi(title))}>⋯</summary>
    {description || <span>{stripBidi(title)}</span>}
  </details>
);

/**
 * A link's `ping` counts a click without script. For browsers without ping, the page's script sends a beacon;
 * both count once.
 */
const pingOf = (username: string, { id }: PageItem) =>
  `${TRACK_PATH}?username=${username}&eventType=click&itemId=${id}`;

/** The n-th chip matches the items' class `shelv-in-n`; see page-style.ts. */
function CategoryChips({
  shelf: { id, name, categories },
}: {
  shelf: Pick<PageShelf, "id" | "name" | "categories">;
}) {
  if (categories.length === 0) return null;
  return (
    <div className="shelv-chips" role="radiogroup" aria-label={`Categories of ${name}`}>
      {[{ id: "", name: pageWords.allCategories }, ...categories.slice(0, SHELF_MAX_CHIPS)].map(
        (category, at) => (
          <label key={category.id} className={`shelv-chip shelv-chip-${at}`} dir="auto">
            <input type="radio" name={`c-${id}`} defaultChecked={at === 0} />
            {category.name}
          </label>
        ),
      )}
    </div>
  );
}

const chipNumbers = (categories: PageShelf["categories"]): ReadonlyMap<string, number> =>
  new Map(categories.slice(0, SHELF_MAX_CHIPS).map(({ id }, at) => [id, at + 1]));

function chipClasses(chips: ReadonlyMap<string, number>, categoryIds: readonly string[]): string {
  const numbers = new Set(categoryIds.flatMap((id) => chips.get(id) ?? []));
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => `shelv-in-${number}`)
    .join(" ");
}
