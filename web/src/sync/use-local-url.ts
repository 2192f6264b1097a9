import { useEffect, useState } from "react";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import { localPicture } from "#outbox/pictures";
import { firstScreen } from "#boot/first-screen";

/** An address of this device's own copy of a picture: null where it has none, undefined until that is known. */
export function useLocalUrl(store: StoreHandle, sha256: string | null): string | null | undefined {
  const [local, setLocal] = useState<{ sha256: string; url: string | null } | null>(null);

  useEffect(() => {
    if (!sha256) return undefined;
    let url: string | null = null;
    let isGone = false;
    // What a first screen shows stands before its pictures do. Where the store does not answer, the server may.
    const read = async () =>
      localPicture(store.here ?? (await firstScreen.then(() => store.loaded())), sha256);
    void read()
      .catch(() => undefined)
      .then((picture) => {
        if (isGone) return;
        url = picture ? URL.createObjectURL(new Blob([picture.bytes], { type: picture.type })) : null;
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
