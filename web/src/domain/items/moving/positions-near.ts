import { inOrder, positionsAt } from "@shelv/mutators/placing";

type Placed = { id: string; position: string };

const FIRST_REACH = 16;
const GROWTH = 8;

/**
 * `positionsAt` from the rows around the place: a drop must not read thousands. `ids`: of the whole shelf, in
 * order. `read` returns those that are still on it. Null if the order is no longer that of `ids`.
 */
export async function positionsNear(
  ids: readonly string[],
  id: string,
  place: number,
  read: (ids: readonly string[]) => Promise<readonly Placed[]>,
): Promise<Placed[] | null> {
  const others = ids.filter((other) => other !== id);
  for (let reach = FIRST_REACH; ; reach *= GROWTH) {
    const from = Math.max(0, place - reach);
    const near = others.slice(from, place + reach);
    const rows = inOrder(await read(near));
    if (rows.map((row) => row.id).join() !== near.join()) return null;
    const moved = positionsAt(rows, id, place - from);
    if (moved.length < reach || near.length === others.length) return moved;
  }
}
