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
 * may or may not hold it yet; its own comes first. It is one change, unless the row lands inside a tie (two devices took one
 * place): then the tied rows after it move too, so that it stands exactly where it was dropped. And each drop into one gap makes
 * the position longer: where it has become too long, neighbours make room, twice as many each time until it is short again.
 */
export function positionsAt(siblings: readonly Placed[], id: string, place: number): Placed[] {
  const others = inOrder(siblings).filter((row) => row.id !== id);
  const at = Math.min(place, others.length);
  let moved: Placed[];
  let reach = 0;
  do {
    moved = positionsWithin(others, { id, at, from: at - reach, to: at + reach });
    reach = Math.max(1, reach * 2);
  } while (moved.some(({ position }) => position.length > COMFORTABLE_LENGTH) && reach <= others.length * 2);
  return [...moved.filter((row) => row.id === id), ...moved.filter((row) => row.id !== id)];
}

/** Far below what a position may have, and far above what a list has that nobody ordered for days. */
const COMFORTABLE_LENGTH = 50;

type Window = { id: string; at: number; from: number; to: number };

/** New positions for the row and for its neighbours from `from` up to, not including, `to`, and for those tied with the border. */
function positionsWithin(others: readonly Placed[], { id, at, from, to }: Window): Placed[] {
  const start = Math.max(0, from);
  const lower = others[start - 1]?.position ?? null;
  const free = others.findIndex((row, index) => index >= to && (lower === null || row.position > lower));
  const end = free === -1 ? others.length : free;
  const ids = [
    ...others.slice(start, at).map((row) => row.id),
    id,
    ...others.slice(at, end).map((row) => row.id),
  ];
  return generateNKeysBetween(lower, others[end]?.position ?? null, ids.length).map((position, index) => ({
    id: ids[index] as string,
    position,
  }));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
