import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

type Placed = { id: string; position: string };

/** By position, ties by id. Compares bytes, never by locale. */
export const inOrder = <P extends Placed>(rows: readonly P[]): P[] =>
  rows.toSorted((a, b) => compare(a.position, b.position) || compare(a.id, b.id));

export const positionAtEnd = (rows: readonly Placed[]): string =>
  generateKeyBetween(inOrder(rows).at(-1)?.position ?? null, null);

export type Edge = "top" | "end";

/** For `count` new first or last rows. `outermost`: the position of the present first or last row. */
export const positionsAtEdge = (edge: Edge, outermost: string | null, count: number): string[] =>
  edge === "top"
    ? generateNKeysBetween(null, outermost, count)
    : generateNKeysBetween(outermost, null, count);

/**
 * The rows that change when `id` is dropped at index `place` (counted with the row itself) among siblings,
 * which may contain it; the dropped row, usually the only one, comes first. In a tie (two devices used one
 * position), the tied rows after it move too. Each drop into one gap lengthens the position: if too long,
 * neighbours get new ones, twice as many each time.
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

/** Far below the maximum, far above normal use. */
const COMFORTABLE_LENGTH = 50;

type Window = { id: string; at: number; from: number; to: number };

/** For the row, the neighbours from `from` to before `to`, and rows tied with the border. */
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
