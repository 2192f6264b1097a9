import type { LocalStore, LocalPicture } from "#local-store/local-store";

/** Keeps a prepared picture on this device and names it by its SHA-256. A change can then speak of it, offline too. */
export async function keepPicture(store: LocalStore, bytes: ArrayBuffer, type: string): Promise<string> {
  const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
  await store.transaction("rw", store.pictures, async () => {
    const known = await store.pictures.get(sha256);
    // Chosen again, it is as young as a new one.
    await store.pictures.put({ sha256, type, bytes, at: Date.now(), onServer: known?.onServer ?? "no" });
  });
  return sha256;
}

export const localPicture = (store: LocalStore, sha256: string): Promise<LocalPicture | undefined> => store.pictures.get(sha256);

const hex = (digest: ArrayBuffer) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
