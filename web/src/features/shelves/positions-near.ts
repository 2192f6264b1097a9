import { inOrder, positionsAt } from "@shelv/mutators/placing";

type Placed = { id: string; position: string };

/** How many rows on either side are looked at first: a drop moves one row, seldom a few. */
const FIRST_REACH = 16;
/** In how much wider a circle each time, where neighbours have to make room too. */
const WIDER = 8;

/**
 * What `positionsAt` says, out of the rows around the place alone: of thousands nobody reads all for one drop. `ids` are all on the shelf, in
 * their order; `read` answers those of them that stand there still. Null where they stand otherwise than `ids` says.
 */
export async function positionsNear(
  ids: readonly string[],
  id: string,
  place: number,
  read: (ids: readonly string[]) => Promise<readonly Placed[]>,
): Promise<Placed[] | null> {
  const others = ids.filter((other) => other !== id);
  for (let reach = FIRST_REACH; ; reach *= WIDER) {
    const from = Math.max(0, place - reach);
    const near = others.slice(from, place + reach);
    const rows = inOrder(await read(near));
    if (rows.map((row) => row.id).join() !== near.join()) return null;
    const moved = positionsAt(rows, id, place - from);
    // What moved, and what it moved between, lies within.
    if (moved.length < reach || near.length === others.length) return moved;
  }
}
