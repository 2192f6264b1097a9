export type DeviceStorage = {
  usedBytes: number;
  /** What the browser would still give; it may know less than it says. */
  freeBytes: number;
  /** Whether the browser has promised to clear nothing by itself. */
  isKept: boolean;
};

type Estimating = Partial<Pick<StorageManager, "estimate" | "persisted" | "persist">>;

/** What a browser says of this site's storage; null where it says nothing. */
export async function readDeviceStorage(
  storage: Estimating | undefined = navigator.storage,
): Promise<DeviceStorage | null> {
  const [estimate, isKept] = await Promise.all([storage?.estimate?.(), storage?.persisted?.()]).catch(
    () => [],
  );
  if (estimate?.usage === undefined || estimate.quota === undefined) return null;
  return {
    usedBytes: estimate.usage,
    freeBytes: Math.max(0, estimate.quota - estimate.usage),
    isKept: isKept ?? false,
  };
}

/** Asks for that promise; whether it was given. */
export const keepForGood = async (storage: Estimating | undefined = navigator.storage): Promise<boolean> =>
  (await storage?.persist?.().catch(() => false)) ?? false;
