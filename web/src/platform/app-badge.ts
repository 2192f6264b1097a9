type Badged = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export async function showBadge(count: number, system: Badged = navigator): Promise<void> {
  // A system may have badges and reject the call.
  await (count > 0 ? system.setAppBadge?.(count) : system.clearAppBadge?.())?.catch(() => undefined);
}
