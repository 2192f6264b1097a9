/**
 * What a store answers now, with everything in it that it said in the same way before as the very object it was: all of it, or the rows
 * of a list by their ids, and parts by their names. So only what changed is drawn anew. What is no list, map or plain object is not looked into.
 */
export function asBefore<T>(before: T, now: T): T;
export function asBefore(before: unknown, now: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(now)) return listAsBefore(before, now);
  if (before instanceof Map && now instanceof Map) return mapAsBefore(before, now);
  if (!isPlain(before) || !isPlain(now)) return now;
  const parts = mapAsBefore(new Map(Object.entries(before)), new Map(Object.entries(now)));
  const isSame =
    parts.size === Object.keys(before).length &&
    [...parts].every(([name, part]) => name in before && before[name] === part);
  return isSame ? before : Object.fromEntries(parts);
}

function listAsBefore(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const rows = hasId(before[0])
    ? new Map(before.flatMap((row) => (hasId(row) ? [[row.id, row] as const] : [])))
    : null;
  const parts = now.map((part, at) => asBefore(rows && hasId(part) ? rows.get(part.id) : before[at], part));
  return parts.length === before.length && parts.every((part, at) => part === before[at]) ? before : parts;
}

function mapAsBefore<K>(
  before: ReadonlyMap<K, unknown>,
  now: ReadonlyMap<K, unknown>,
): ReadonlyMap<K, unknown> {
  const parts = new Map([...now].map(([key, part]) => [key, asBefore(before.get(key), part)]));
  return parts.size === before.size &&
    [...parts].every(([key, part]) => before.has(key) && before.get(key) === part)
    ? before
    : parts;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const hasId = (row: unknown): row is { id: string } => isPlain(row) && typeof row["id"] === "string";
