import { isOurs } from "@shelv/contract/answer-origin";
import { originalPath } from "@shelv/contract/rows/picture";

/** A picture as the server stores it, in bytes of its own. Null if it is not there, or without a network. */
export async function fetchOriginal(
  sha256: string,
  signal?: AbortSignal,
): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  const response = await fetch(originalPath(sha256), signal ? { signal } : {}).catch(() => null);
  return response?.ok && isOurs(response)
    ? { bytes: await response.arrayBuffer(), type: "image/webp" }
    : null;
}
