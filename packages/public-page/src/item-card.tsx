import { linkUrl } from "@shelv/contract/link-url";
import * as v from "valibot";
import { Place } from "./board.tsx";
import { ItemFace } from "./item-face.tsx";
import type { PageItem } from "./page-data.ts";
import { truncate } from "./truncate.ts";

const DESCRIPTION_SHOWN_LENGTH = 75;

type ItemCardProps = {
  item: PageItem;
  /** See `chipClasses`. */
  chips?: string;
  eager?: boolean;
};

/** An item as visitors meet it. One whose address is not fit to be followed still stands there, without the link. */
export function ItemCard({ item, chips = "", eager = false }: ItemCardProps) {
  const link = v.safeParse(linkUrl, item.url);
  const hint = truncate(item.description, DESCRIPTION_SHOWN_LENGTH) || undefined;
  const face = <ItemFace item={item} eager={eager} />;
  return (
    <Place className={chips.trim() || undefined}>
      {link.success
        ? <a className="shelv-item" data-item={item.id} href={link.output} target="_blank" rel="noopener ugc nofollow" title={hint}>{face}</a>
        : <span className="shelv-item" title={hint}>{face}</span>}
    </Place>
  );
}
