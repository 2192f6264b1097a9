import { isOurs } from "@shelv/contract/answer-origin";
import { originalPath } from "@shelv/contract/rows/picture";

export async function fetchOriginal(
  sha256: string,
  signal?: AbortSignal,
): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  const response = await fetch(originalPath(sha256), signal ? { signal } : {}).catch(() => null);
  return response?.ok && isOurs(response)
    ? { bytes: await response.arrayBuffer(), type: "image/webp" }
    : null;
}
