import { type ItemRow, linkOf } from "@shelv/contract/rows/item";
import { isWebUrl } from "@shelv/contract/values/link-url";
import { itemsScreenWords as words } from "#words/screens/items";
import { shownUrl } from "#words/format/shown-url";

type ItemUrlProps = { item: Pick<ItemRow, "url">; className: string | undefined };

/** An item's link; what is stored as one and is none stays readable. */
export function ItemUrl({ item, className }: ItemUrlProps) {
  const link = linkOf(item);
  if (link === null) return <span className={className}>{item.url || words.noLink}</span>;
  const opensTab = isWebUrl(link);
  const text = shownUrl(link);
  return (
    <a
      href={link}
      {...(opensTab && { target: "_blank", "aria-label": `${text} (${words.opensInNewTab})` })}
      rel="noopener noreferrer"
      className={className}
    >
      {text}
    </a>
  );
}
