import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

type Placed = { id: string; position: string };

/** Rows in the order that everybody sees: by position, ties by id. Bytes are compared, never a language's rules. */
export const inOrder = <P extends Placed>(rows: readonly P[]): P[] =>
  rows.toSorted((a, b) => compare(a.position, b.position) || compare(a.id, b.id));

/** The position after all of these. */
export const positionAtEnd = (rows: readonly Placed[]): string =>
  generateKeyBetween(inOrder(rows).at(-1)?.position ?? null, null);

/**
 * The new positions after `id` is dropped at `place` (zero-based, counted with the row itself) among its siblings, which
 * may or may not hold it yet. It is one change, unless the row lands inside a tie (two devices took one place): then the
 * tied rows after it move too, so that it stands exactly where it was dropped.
 */
export function positionsAt(siblings: readonly Placed[], id: string, place: number): Placed[] {
  const others = inOrder(siblings).filter((row) => row.id !== id);
  const lower = place === 0 ? null : (others[Math.min(place, others.length) - 1]?.position ?? null);
  const following = others.slice(place);
  const free = following.findIndex((row) => lower === null || row.position > lower);
  const tied = free === -1 ? following : following.slice(0, free);
  const moved = [id, ...tied.map((row) => row.id)];
  const upper = free === -1 ? null : (following[free]?.position ?? null);
  return generateNKeysBetween(lower, upper, moved.length).map((position, at) => ({ id: moved[at] as string, position }));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
