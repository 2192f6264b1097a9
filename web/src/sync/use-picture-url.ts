import { picturePath, type PictureWidth } from "@shelv/contract/picture";
import { useEffect, useState } from "react";
import { localPicture } from "#outbox/pictures";
import { useOwner } from "./owner-context.tsx";

/** An address to show a picture from: this device's own copy where it has one (the server may not yet), else the server's. */
export function usePictureUrl(sha256: string | null, width: PictureWidth): string | null {
  const { store } = useOwner();
  const [local, setLocal] = useState<{ sha256: string; url: string | null } | null>(null);

  useEffect(() => {
    if (!sha256) return undefined;
    let url: string | null = null;
    let isGone = false;
    // Where the store does not answer, the server may.
    void localPicture(store, sha256).catch(() => undefined).then((picture) => {
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

  if (!sha256 || local?.sha256 !== sha256) return null;
  return local.url ?? picturePath(sha256, width);
}
