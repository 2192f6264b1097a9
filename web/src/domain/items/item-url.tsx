import { isWebUrl } from "@shelv/contract/values/link-url";
import { itemsScreenWords as words } from "#words/screens/items";
import { shownUrl } from "#words/format/shown-url";

export function ItemUrl({ url, className }: { url: string; className: string | undefined }) {
  const opensTab = isWebUrl(url);
  const text = shownUrl(url);
  return (
    <a
      href={url}
      {...(opensTab && { target: "_blank", "aria-label": `${text} (${words.opensInNewTab})` })}
      rel="noopener noreferrer"
      className={className}
    >
      {text}
    </a>
  );
}
