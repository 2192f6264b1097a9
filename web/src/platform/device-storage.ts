export type DeviceStorage = {
  usedBytes: number;
  freeBytes: number;
  isKept: boolean;
};

type Estimating = Partial<Pick<StorageManager, "estimate" | "persisted" | "persist">>;

/** Null if the browser does not say. */
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

export const keepForGood = async (storage: Estimating | undefined = navigator.storage): Promise<boolean> =>
  (await storage?.persist?.().catch(() => false)) ?? false;
