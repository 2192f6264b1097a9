import { isWebUrl, linkUrl } from "@shelv/contract/link-url";
import { TRACK_PATH } from "@shelv/contract/paths";
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
  /** Whose page it stands on, where its clicks are counted. */
  username?: string | undefined;
};

/** An item as visitors meet it. A link to an app opens no empty tab. One whose address is not fit to be followed still stands there, without the link. */
export function ItemCard({ item, chips = "", eager = false, username }: ItemCardProps) {
  const link = v.safeParse(linkUrl, item.url);
  const hint = truncate(item.description, DESCRIPTION_SHOWN_LENGTH) || undefined;
  const face = <ItemFace item={item} eager={eager} />;
  return (
    <Place className={chips || undefined}>
      {link.success ? (
        <a
          className="shelv-item"
          href={link.output}
          ping={username && pingOf(username, item)}
          target={isWebUrl(link.output) ? "_blank" : undefined}
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
    </Place>
  );
}

/** Counts a click where no script runs. The page's script tells the same by a beacon, for browsers that send no pings; two count once. */
const pingOf = (username: string, { id }: PageItem) =>
  `${TRACK_PATH}?username=${username}&eventType=click&itemId=${id}`;
