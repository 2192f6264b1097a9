import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Applied } from "sync-server/shelves/mutate/apply-mutations";

type Row = Readonly<Record<string, unknown>>;

export type Undone = Map<string, readonly RowChange[]>;

const FOLLOWING = new Set(["linkState", "checkedAt", "details", "cutout", "showsCutout", "silencedUntil"]);

/**
 * Judges that an undo takes back only what its own change wrote: a field goes back from the value that the
 * change or the link gave it; an item's categories go back one by one.
 */
export class UndoJudge {
  readonly #undone: Undone;
  readonly #linkWrote = new Map<string, unknown>();

  constructor(undone: Undone) {
    this.#undone = undone;
  }

  addLinks(changes: readonly RowChange[]): void {
    for (const { id, before, after } of changes)
      for (const [field, value] of Object.entries(after ?? {}))
        if (!same((before as Row | null)?.[field], value)) this.#linkWrote.set(`${id} ${field}`, value);
  }

  add({ name, opId }: Applied, changes: readonly RowChange[], winnerOf: (id: string) => string): void {
    const wrote = opId === null ? undefined : this.#undone.get(opId);
    if (!wrote || name.endsWith(".restore")) return;
    for (const { table, id, before, after } of changes) {
      if (!before || !after) continue;
      const own = wrote.filter((change) => change.table === table && change.id === id);
      for (const field of Object.keys(after)) {
        const [from, to] = [(before as Row)[field], (after as Row)[field]];
        if (same(from, to) || FOLLOWING.has(field)) continue;
        const isOwn =
          field === "categoryIds"
            ? name === "item.move" || areOwn(own, { from, to }, winnerOf)
            : own.some((change) => valuesOf(change, field).some((value) => same(value, from))) ||
              (name === "item.take-back-details" && same(this.#linkWrote.get(`${id} ${field}`), from));
        if (!isOwn)
          throw new Error(
            `An undo took back ${JSON.stringify(from)}, which its change did not write to ${field}`,
          );
      }
    }
  }

  copyFrom(other: UndoJudge): void {
    for (const [field, value] of other.#linkWrote) this.#linkWrote.set(field, value);
  }
}

/** Several changes of an edit can write one field: one's `after` is the next one's `before`. */
const valuesOf = ({ before, after }: RowChange, field: string) => [
  (after as Row | null)?.[field],
  (before as Row | null)?.[field],
];

function areOwn(
  own: readonly RowChange[],
  { from, to }: { from: unknown; to: unknown },
  winnerOf: (id: string) => string,
): boolean {
  const [had, has] = [from, to] as [string[], string[]];
  const touched = new Set(
    own.flatMap((change) => {
      const [after = [], before = []] = valuesOf(change, "categoryIds") as (string[] | undefined)[];
      return [...after, ...before].filter((id) => after.includes(id) !== before.includes(id)).map(winnerOf);
    }),
  );
  return [...had, ...has].every((id) => had.includes(id) === has.includes(id) || touched.has(id));
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
