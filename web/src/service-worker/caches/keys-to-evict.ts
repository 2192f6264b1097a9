export type Bounds = { entries: number; bytes: number };

/**
 * All but the newest entries that fit both bounds.
 * @param stored oldest first
 */
export function keysToEvict<K>(stored: readonly { key: K; bytes: number }[], bounds: Bounds): K[] {
  const dropped: K[] = [];
  let entries = 0;
  let bytes = 0;
  for (const entry of stored.toReversed()) {
    entries += 1;
    bytes += entry.bytes;
    if (entries > bounds.entries || bytes > bounds.bytes) dropped.push(entry.key);
  }
  return dropped;
}
