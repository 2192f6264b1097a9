import type { SocialLinkRow as Row, SocialPlatform } from "@shelv/contract/social-link";
import { useCallback, useMemo, useState } from "react";
import { withKept } from "./with-kept";

type Kept = ReadonlyMap<SocialPlatform, Row>;

/** The links with those that another device removed while something was being typed in their rows: what is typed is never lost. */
export function useKeptLinks(links: readonly Row[]) {
  const [kept, setKept] = useState<Kept>(new Map());
  const keep = useCallback(
    (link: Row) =>
      setKept((before) => (before.get(link.id) === link ? before : new Map(before).set(link.id, link))),
    [],
  );
  const letGo = useCallback(
    ({ id }: Row) =>
      setKept((before) =>
        before.has(id) ? new Map([...before].filter(([platform]) => platform !== id)) : before,
      ),
    [],
  );
  // The same list as long as it says the same: a drop stands until there is another.
  const shown = useMemo(() => withKept(links, [...kept.values()]), [links, kept]);
  return { shown, keep, letGo };
}
