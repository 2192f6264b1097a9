import { NO_OP } from "@shelv/contract/sync";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Applied } from "sync-server/mutate/apply-mutations";

type Change = { name: string; changes: readonly RowChange[] };
type Fields = Readonly<Record<string, unknown>>;
/** A value that a device lost, and where. */
export type Overwritten = { rowId: string; field: string; lost: unknown };

/**
 * What took effect on the server, in order, and what has to follow from it, worked out here once more by other means than
 * the engine's: which values were overwritten unseen, and what a restored shelf has to bring back.
 */
export class Chronicle {
  readonly journal: Applied[] = [];
  overwritten: Overwritten[] = [];
  /** Notices from before were swept away. */
  forgetsNoticesBefore = "";
  readonly #writers = new Map<string, string | null>();
  readonly #wentWith = new Map<string, string[]>();

  add(applied: readonly Applied[], changes: readonly Change[]): void {
    this.journal.push(...applied);
    const effective = applied.filter(({ name }) => name !== NO_OP);
    for (const [at, mutation] of effective.entries()) {
      const change = changes[at];
      if (change?.name !== mutation.name) throw new Error(`${mutation.name} took effect, but ${String(change?.name)} was told`);
      this.#noteOverwritten(mutation, change.changes);
      this.#followDeletion(mutation, change.changes);
    }
  }

  copy(): Chronicle {
    const copy = new Chronicle();
    copy.journal.push(...this.journal);
    copy.overwritten = [...this.overwritten];
    copy.forgetsNoticesBefore = this.forgetsNoticesBefore;
    for (const [field, writer] of this.#writers) copy.#writers.set(field, writer);
    for (const [shelf, rows] of this.#wentWith) copy.#wentWith.set(shelf, rows);
    return copy;
  }

  #noteOverwritten({ args, clientId }: Applied, changes: readonly RowChange[]): void {
    const { was } = args as { was?: unknown };
    for (const { table, id, before, after } of changes) {
      if (!before || !after) continue;
      const saw: Fields = table === "socialLinks" ? (was === undefined ? {} : { value: was }) : ((was ?? {}) as Fields);
      for (const [field, value] of Object.entries(after)) {
        const lost = (before as Fields)[field];
        if (same(lost, value) || field === "position" || field === "shelfId" || field === "categoryIds") continue;
        const writer = this.#writers.get(`${id} ${field}`);
        if (field in saw && !same(saw[field], lost) && writer !== undefined && writer !== clientId) this.overwritten.push({ rowId: id, field, lost });
        this.#writers.set(`${id} ${field}`, clientId);
      }
    }
  }

  /** Nothing can touch a deleted row, so that a shelf comes back with exactly what went. */
  #followDeletion({ name, args }: Applied, changes: readonly RowChange[]): void {
    const { id } = (args ?? {}) as { id: string };
    const rows = changes.map((change) => change.id).toSorted();
    if (name === "shelf.delete" && rows.length > 0) this.#wentWith.set(id, rows);
    const went = this.#wentWith.get(id);
    if (name === "shelf.restore" && rows.length > 0 && went && !same(rows, went)) {
      throw new Error(`Shelf ${id} went with ${went.length} rows and came back with ${rows.length}`);
    }
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
