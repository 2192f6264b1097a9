import type { PageData, PagePicture } from "@shelv/public-page/page-data";
import { useEffect, useMemo, useState } from "react";
import type { LocalStore } from "#local-store/local-store";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { useLast } from "#ui/use-last";
import { ownPageData } from "./own-page-data";

/** The owner's page as this device knows it, kept up to date, with its pictures from here where the server has them not yet; of the shelves only one, where it is named. */
export function useOwnPage(shelfId?: string): PageData | undefined {
  const { account, store } = useOwner();
  const page = useStored(ownPageData, account.username, shelfId);
  const urls = useUnsentPictures(store, page);
  // Until it is known which pictures only this device has, the server is not asked for any of them.
  return useLast(useMemo(() => page && urls && withLocalPictures(page, urls), [page, urls]));
}

type Urls = ReadonlyMap<string, string>;
const NONE: Urls = new Map();

/** Addresses of the pictures that only this device has, by their SHA-256; null while that is being looked up. */
function useUnsentPictures(store: LocalStore, page: PageData | undefined): Urls | null {
  const [known, setKnown] = useState<{ named: string; urls: Urls } | null>(null);
  const named = page ? picturesOf(page).map(({ sha256 }) => sha256).join() : "";
  useEffect(() => {
    let made: Urls = NONE;
    let isGone = false;
    void unsentAmong(store, named.split(",")).then((pictures) => {
      if (isGone) return;
      made = new Map(pictures.map(({ sha256, bytes, type }) => [sha256, URL.createObjectURL(new Blob([bytes], { type }))]));
      setKnown({ named, urls: made });
    });
    return () => {
      isGone = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [store, named]);
  return known?.named === named ? known.urls : null;
}

const unsentAmong = async (store: LocalStore, shas: string[]) =>
  (await store.pictures.bulkGet(shas)).filter((picture) => picture !== undefined).filter(({ onServer }) => onServer !== "yes");

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
