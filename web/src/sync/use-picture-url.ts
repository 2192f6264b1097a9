import { picturePath, type PictureWidth } from "@shelv/contract/picture";
import { useOwner } from "./owner-context.tsx";
import { useLocalUrl } from "./use-local-url";

/** An address to show a picture from: this device's own copy where it has one (the server may not yet), else the server's. */
export function usePictureUrl(sha256: string | null, width: PictureWidth): string | null {
  const local = useLocalUrl(useOwner().handle, sha256);
  if (!sha256 || local === undefined) return null;
  return local ?? picturePath(sha256, width);
}
