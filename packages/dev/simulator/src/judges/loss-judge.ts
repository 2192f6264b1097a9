import { ITEM_FORM_FIELDS } from "@shelv/contract/rows/item";
import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";

type Value = { table: OwnerTable; rowId: string; field: string; value: unknown };
type Loss = Value & { with: string; by: string; what: string };
type Row = Readonly<Record<string, unknown>>;

const CONTENT = new Set<string>(["name", "value", ...ITEM_FORM_FIELDS]);
for (const field of ["description", "cutout", "showsCutout"]) CONTENT.delete(field);

/**
 * Judges that no value is lost that one device wrote and another deleted unseen. It reads neither requests'
 * claims nor the server's memory: the owner has seen the device's view at the deletion, and what its own
 * pending changes replaced.
 */
export class LossJudge {
  #losses: Loss[] = [];
  readonly #writers = new Map<string, string>();
  readonly #devices = new Map<string, string>();

  isFrom(clientId: string, from: string): void {
    this.#devices.set(clientId, deviceOf(from));
  }

  deviceOf(clientId: string | null): string {
    return clientId === null ? "REST" : (this.#devices.get(clientId) ?? clientId);
  }

  add(
    change: { name: string; id: string; clientId: string | null },
    changes: readonly RowChange[],
    seen: readonly RowChange[] | null,
  ): void {
    const by = this.deviceOf(change.clientId);
    for (const { table, id, before, after } of changes) {
      if (!after && before && seen) this.#deleted({ table, id, before }, change, { by, seen });
      for (const [field, value] of Object.entries(after ?? {}))
        if (CONTENT.has(field) && !same((before as Row | null)?.[field], value))
          this.#writers.set(`${id} ${field}`, by);
    }
  }

  forgetWriters(changes: readonly RowChange[]): void {
    for (const { id, before, after } of changes)
      for (const [field, value] of Object.entries(after ?? {}))
        if (!same((before as Row | null)?.[field], value)) this.#writers.delete(`${id} ${field}`);
  }

  #deleted(
    { table, id, before }: { table: OwnerTable; id: string; before: object },
    { name, id: deleted }: { name: string; id: string },
    { by, seen }: { by: string; seen: readonly RowChange[] },
  ): void {
    const saw = seen
      .filter((one) => one.table === table && one.id === id)
      .map((one) => one.before as Row | null);
    for (const [field, value] of Object.entries(before)) {
      const writer = this.#writers.get(`${id} ${field}`);
      if (!CONTENT.has(field) || writer === undefined || writer === by || value === "" || value === null)
        continue;
      if (!saw.some((row) => same(row?.[field], value)))
        this.#losses.push({ table, rowId: id, field, value, with: deleted, by, what: name });
    }
  }

  /**
   * Each is restored, or a notice names it, or what was deleted with it.
   * @param inTrays the rows of rejected changes: an item that could not move off a deleted shelf
   */
  mustBeOffered(
    state: Record<OwnerTable, OwnerRow[]>,
    notices: readonly OwnerRow<"notices">[],
    inTrays: readonly string[],
  ): void {
    const named = new Set([...notices.map(({ rowId }) => rowId), ...inTrays]);
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

  forgetNotices(): void {
    this.#losses = [];
  }

  copyFrom(other: LossJudge): void {
    this.#losses = [...other.#losses];
    for (const [field, writer] of other.#writers) this.#writers.set(field, writer);
    for (const [clientId, device] of other.#devices) this.#devices.set(clientId, device);
  }
}

const deviceOf = (tab: string) => tab.replace(/(?:'s double)?\.\d+$/, "");

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
