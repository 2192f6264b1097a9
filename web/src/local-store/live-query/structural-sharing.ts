/**
 * Replaces the parts of a new result that equal the last one by the last one's objects: the whole value, a
 * list's rows by their ids, other parts by their names. So React redraws only what changed. It looks into
 * lists, maps and plain objects only.
 */
export function shareStructure<T>(before: T, now: T): T;
export function shareStructure(before: unknown, now: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(now)) return shareList(before, now);
  if (before instanceof Map && now instanceof Map) return shareMap(before, now);
  if (!isPlain(before) || !isPlain(now)) return now;
  const parts = shareMap(new Map(Object.entries(before)), new Map(Object.entries(now)));
  const isSame =
    parts.size === Object.keys(before).length &&
    [...parts].every(([name, part]) => name in before && before[name] === part);
  return isSame ? before : Object.fromEntries(parts);
}

function shareList(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const rows = hasId(before[0])
    ? new Map(before.flatMap((row) => (hasId(row) ? [[row.id, row] as const] : [])))
    : null;
  const parts = now.map((part, at) =>
    shareStructure(rows && hasId(part) ? rows.get(part.id) : before[at], part),
  );
  return parts.length === before.length && parts.every((part, at) => part === before[at]) ? before : parts;
}

function shareMap<K>(before: ReadonlyMap<K, unknown>, now: ReadonlyMap<K, unknown>): ReadonlyMap<K, unknown> {
  const parts = new Map([...now].map(([key, part]) => [key, shareStructure(before.get(key), part)]));
  return parts.size === before.size &&
    [...parts].every(([key, part]) => before.has(key) && before.get(key) === part)
    ? before
    : parts;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const hasId = (row: unknown): row is { id: string } => isPlain(row) && typeof row["id"] === "string";
