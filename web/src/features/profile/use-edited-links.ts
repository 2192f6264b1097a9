import type { SocialLinkRow as Row, SocialPlatform } from "@shelv/contract/social-link";
import { useCallback, useMemo, useState } from "react";
import { withRetainedLinks } from "./retained-links";

type Kept = ReadonlyMap<SocialPlatform, Row>;

/** Adds those that another device removed while the owner types in them. */
export function useEditedLinks(links: readonly Row[]) {
  const [kept, setKept] = useState<Kept>(new Map());
  const retain = useCallback(
    (link: Row) =>
      setKept((before) => (before.get(link.id) === link ? before : new Map(before).set(link.id, link))),
    [],
  );
  const release = useCallback(
    ({ id }: Row) =>
      setKept((before) =>
        before.has(id) ? new Map([...before].filter(([platform]) => platform !== id)) : before,
      ),
    [],
  );
  // The same array while nothing changes: a dropped order stays until a new one arrives.
  const shown = useMemo(() => withRetainedLinks(links, [...kept.values()]), [links, kept]);
  return { shown, retain, release };
}
