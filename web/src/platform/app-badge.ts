type Badged = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export async function showBadge(count: number, system: Badged = navigator): Promise<void> {
  await (count > 0 ? system.setAppBadge?.(count) : system.clearAppBadge?.())?.catch(() => undefined);
}
