import { sha256Of, storePicture } from "./store-picture.ts";

/** Returns the SHA-256; undefined without a picture. */
export async function storeFormPicture(
  deps: Parameters<typeof storePicture>[0],
  { userId, bytes }: { userId: string; bytes: Uint8Array | undefined },
): Promise<string | undefined> {
  if (!bytes) return undefined;
  const sha256 = sha256Of(bytes);
  await storePicture(deps, { userId, sha256, bytes });
  return sha256;
}
