type Badged = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** The number on the app's icon: changes that could not be saved, which wait for their owner. Where a system has no badges, nothing happens. */
export async function showBadge(count: number, system: Badged = navigator): Promise<void> {
  // A system may have badges and forbid them.
  await (count > 0 ? system.setAppBadge?.(count) : system.clearAppBadge?.())?.catch(() => undefined);
}
