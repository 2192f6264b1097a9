import { picturePath, type PictureWidth } from "@shelv/contract/rows/picture";
import { useEffect, useState } from "react";
import { firstScreen } from "#boot/first-screen";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import { useStoreHandle } from "#local-store/boot/store-context";
import { localPicture } from "#outbox/pictures";

/** This device's copy first: the server may not have the picture yet. */
export function usePictureUrl(sha256: string | null, width: PictureWidth): string | null {
  const local = useLocalUrl(sha256);
  if (!sha256 || local === undefined) return null;
  return local ?? picturePath(sha256, width);
}

/**
 * Pictures without a copy here, when last read: a component that is mounted again shows them at once, and
 * reads again.
 */
const servedOnly = new WeakMap<StoreHandle, Set<string>>();

/** Null without a copy, undefined until that is known. */
export function useLocalUrl(sha256: string | null): string | null | undefined {
  const store = useStoreHandle();
  const [local, setLocal] = useState<{ sha256: string; url: string | null } | null>(() =>
    sha256 && servedOnly.get(store)?.has(sha256) ? { sha256, url: null } : null,
  );

  useEffect(() => {
    if (!sha256) return undefined;
    let url: string | null = null;
    let isGone = false;
    // The first screen renders before its pictures. If the store fails, the server may have the picture.
    const read = async () =>
      localPicture(store.here ?? (await firstScreen.then(() => store.loaded())), sha256);
    void read()
      .catch(() => undefined)
      .then((picture) => {
        if (isGone) return;
        url = picture ? URL.createObjectURL(new Blob([picture.bytes], { type: picture.type })) : null;
        if (picture === undefined) servedOnly.set(store, (servedOnly.get(store) ?? new Set()).add(sha256));
        setLocal({ sha256, url });
      });
    return () => {
      isGone = true;
      if (!url) return;
      URL.revokeObjectURL(url);
      setLocal(null);
    };
  }, [store, sha256]);

  return local !== null && local.sha256 === sha256 ? local.url : undefined;
}
