import type { PageData, PagePicture } from "@shelv/public-page/page-data";
import { useEffect, useMemo, useState } from "react";
import type { LocalStore } from "#local-store/local-store";

type Urls = ReadonlyMap<string, string>;
const NONE: Urls = new Map();
/** Which of this device's copies are shown: all that there are, or those alone that the server does not have yet. */
type Which = "all" | "unsent";

/**
 * A page with its pictures from this device. Undefined while it is looked up which there are: until then the server is not asked for any.
 */
export function useLocalPictures(store: LocalStore, page: PageData | undefined, which: Which): PageData | undefined {
  const urls = useUrls(store, page, which);
  return useMemo(() => (page && urls ? withLocalPictures(page, urls) : undefined), [page, urls]);
}

/** Addresses of this device's copies, by their SHA-256; null while they are being looked up. */
function useUrls(store: LocalStore, page: PageData | undefined, which: Which): Urls | null {
  const [known, setKnown] = useState<{ named: string; urls: Urls } | null>(null);
  const named = page ? picturesOf(page).map(({ sha256 }) => sha256).join() : "";
  useEffect(() => {
    let made: Urls = NONE;
    let isGone = false;
    // Where the store does not answer, the server may.
    void localPictures(store, named.split(","), which).catch(() => []).then((pictures) => {
      if (isGone) return;
      made = new Map(pictures.map(({ sha256, bytes, type }) => [sha256, URL.createObjectURL(new Blob([bytes], { type }))]));
      setKnown({ named, urls: made });
    });
    return () => {
      isGone = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [store, named, which]);
  return known?.named === named ? known.urls : null;
}

const localPictures = async (store: LocalStore, shas: string[], which: Which) =>
  (await store.pictures.bulkGet(shas)).filter((picture) => picture !== undefined).filter(({ onServer }) => which === "all" || onServer !== "yes");

const picturesOf = (page: PageData): PagePicture[] =>
  [page.picture, ...page.shelves.flatMap(({ items }) => items.map(({ picture }) => picture))].filter((picture) => picture !== null);

function withLocalPictures(page: PageData, urls: Urls): PageData {
  if (urls.size === 0) return page;
  const local = (picture: PagePicture | null) => picture && { ...picture, src: urls.get(picture.sha256) };
  return {
    ...page,
    picture: local(page.picture),
    shelves: page.shelves.map((shelf) => ({ ...shelf, items: shelf.items.map((item) => ({ ...item, picture: local(item.picture) })) })),
  };
}
