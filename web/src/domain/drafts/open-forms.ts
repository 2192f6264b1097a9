/** Forms open in any tab: each holds a lock, which the browser releases with the tab. */

const lockOf = (writer: string) => `shelv-form-${writer}`;

/** The page that a reload replaces may need this long to end. */
const ENDS_WITHIN_MS = 1000;

export function holdOpen(writer: string): () => void {
  let release = (): void => undefined;
  const closed = new Promise<void>((resolve) => (release = resolve));
  if ("locks" in navigator) void navigator.locks.request(lockOf(writer), () => closed).catch(() => undefined);
  return release;
}

/** In a browser without locks the drafts of all tabs are offered. */
export async function isHeldOpen(writer: string): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const signal = AbortSignal.timeout(ENDS_WITHIN_MS);
  return navigator.locks.request(lockOf(writer), { signal }, () => false).catch(() => true);
}
