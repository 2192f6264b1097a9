import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";

type Value = { table: OwnerTable; rowId: string; field: string; value: unknown };
/** A value that a deletion took, and the row that was deleted with it. */
type Loss = Value & { with: string; by: string; what: string };
type Row = Readonly<Record<string, unknown>>;

/** What an owner loses by it. Descriptions do not count: an older build shows none. */
const CONTENT = new Set(["title", "url", "price", "picture", "name", "value"]);

/**
 * What a creator loses: a value that one device wrote, that the server has taken, and that another device deleted although its owner
 * did not see it. It asks neither what requests say that a device had seen nor how the server remembers who wrote what: a device's
 * view at the moment of the deletion is what its owner saw.
 */
export class LossJudge {
  #losses: Loss[] = [];
  readonly #writers = new Map<string, string>();
  readonly #devices = new Map<string, string>();

  /** @param from the tab that sends under this name of a stream */
  isFrom(clientId: string, from: string): void {
    this.#devices.set(clientId, deviceOf(from));
  }

  /** @param seen the rows that the change took away, as they were on its device; null where it came through REST, which sees everything */
  add(
    change: { name: string; id: string; clientId: string | null },
    changes: readonly RowChange[],
    seen: readonly RowChange[] | null,
  ): void {
    const by = change.clientId === null ? "REST" : (this.#devices.get(change.clientId) ?? change.clientId);
    for (const { table, id, before, after } of changes) {
      if (!after && before && seen) this.#deleted({ table, id, before }, change, { by, seen });
      for (const [field, value] of Object.entries(after ?? {}))
        if (CONTENT.has(field) && !same((before as Row | null)?.[field], value))
          this.#writers.set(`${id} ${field}`, by);
    }
  }

  #deleted(
    { table, id, before }: { table: OwnerTable; id: string; before: object },
    { name, id: deleted }: { name: string; id: string },
    { by, seen }: { by: string; seen: readonly RowChange[] },
  ): void {
    const saw = seen.find((one) => one.table === table && one.id === id)?.before as Row | null | undefined;
    for (const [field, value] of Object.entries(before)) {
      const writer = this.#writers.get(`${id} ${field}`);
      if (!CONTENT.has(field) || writer === undefined || writer === by || value === "" || value === null)
        continue;
      if (!saw || !same(saw[field], value))
        this.#losses.push({ table, rowId: id, field, value, with: deleted, by, what: name });
    }
  }

  /** Each is there again, or a notice names it, or what went with it. */
  mustBeOffered(state: Record<OwnerTable, OwnerRow[]>, notices: readonly OwnerRow<"notices">[]): void {
    const named = new Set(notices.map(({ rowId }) => rowId));
    const rows = new Map(
      OWNER_TABLE_NAMES.flatMap((table) => state[table].map((row) => [row.id, row as unknown as Row])),
    );
    for (const loss of this.#losses) {
      if (named.has(loss.rowId) || named.has(loss.with) || rows.has(loss.rowId)) continue;
      throw new Error(
        `A ${loss.what} of ${loss.by}'s took the ${loss.field} ${JSON.stringify(loss.value)} of ${loss.table} ${loss.rowId}, which it had not seen, and nothing offers that back`,
      );
    }
  }

  /** Notices of so long ago are forgotten. */
  forgetNotices(): void {
    this.#losses = [];
  }

  copyFrom(other: LossJudge): void {
    this.#losses = [...other.#losses];
    for (const [field, writer] of other.#writers) this.#writers.set(field, writer);
    for (const [stream, device] of other.#devices) this.#devices.set(stream, device);
  }
}

/** Copies of one profile are one device. */
const deviceOf = (tab: string) => tab.replace(/(?:'s double)?\.\d+$/, "");

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
