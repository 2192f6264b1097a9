import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import { DELETED_FIELD } from "@shelv/contract/notice";
import type { OwnerRow } from "@shelv/contract/owner-tables";
import type { SocialLinkRow } from "@shelv/contract/social-link";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Change } from "./chronicle.ts";

type Write = { version: number; by: string | null };
/** `isSure`: another device wrote it, and not an older stream of the same one. */
type Unseen = { isUnseen: boolean; isSure: boolean };
type Expected = { line: string; isSure: boolean };

/** Which deletions took an edit that their author had not seen, worked out from every write of every row. */
export class DeletionJudge {
  #expected: Expected[] = [];
  readonly #writes = new Map<string, Write[]>();
  /** What the parts of a shelf's deletion have taken so far. */
  readonly #parts = new Map<string, Unseen>();
  readonly #items = new Map<string, Set<string>>();
  /** Streams that brought the same changes are one device. */
  readonly #devices = new Map<string, string>();

  add(done: Change): void {
    const { deletes, changes } = done;
    const gone = changes.find(
      ({ table, id, after }) => table === deletes?.table && id === deletes.id && !after,
    );
    if (deletes && gone?.before) {
      const unseen = both(this.#parts.get(deletes.id), this.#unseenIn(done));
      const items = new Set([...(this.#items.get(deletes.id) ?? []), ...goneItems(changes)]).size;
      const lost = lostOf(gone, items);
      if (unseen.isUnseen && lost)
        this.#expected.push({
          line: `${gone.id} ${DELETED_FIELD} ${JSON.stringify(lost)}`,
          isSure: unseen.isSure,
        });
      this.#parts.delete(deletes.id);
      this.#items.delete(deletes.id);
    }
    this.#follow(done);
  }

  addPart(done: Change): void {
    const shelf = done.deletes?.table === "shelves" ? done.deletes.id : null;
    if (shelf !== null) {
      this.#parts.set(shelf, both(this.#parts.get(shelf), this.#unseenIn(done)));
      this.#items.set(shelf, new Set([...(this.#items.get(shelf) ?? []), ...goneItems(done.changes)]));
    }
    this.#follow(done);
  }

  /** Both brought one change. */
  isSameDevice(one: string | null, other: string): void {
    if (one !== null && this.#deviceOf(one) !== this.#deviceOf(other))
      this.#devices.set(this.#deviceOf(other) ?? other, this.#deviceOf(one) ?? one);
  }

  /** Every sure one is offered, and nothing else but what is unsure. */
  mustBeOffered(offered: readonly string[]): void {
    const left = this.#expected.map((one) => ({ ...one }));
    for (const line of offered) {
      const same = left.filter((one) => one.line === line);
      const found = same.find(({ isSure }) => isSure) ?? same[0];
      if (!found) throw new Error(`A deletion is offered back that took nothing unseen: ${line}`);
      left.splice(left.indexOf(found), 1);
    }
    const missing = left.filter(({ isSure }) => isSure);
    if (missing.length > 0)
      throw new Error(`Deleted unseen and not offered back:\n${missing.map(({ line }) => line).join("\n")}`);
  }

  forgetNotices(): void {
    this.#expected = [];
  }

  copyFrom(other: DeletionJudge): void {
    this.#expected = [...other.#expected];
    for (const [id, writes] of other.#writes) this.#writes.set(id, [...writes]);
    for (const [id, part] of other.#parts) this.#parts.set(id, part);
    for (const [id, items] of other.#items) this.#items.set(id, new Set(items));
    for (const [one, device] of other.#devices) this.#devices.set(one, device);
  }

  #unseenIn({ deletes, changes, clientId, epoch }: Change): Unseen {
    const seen = deletes?.seen;
    if (seen?.epoch !== epoch) return NOTHING;
    const writes = changes
      .filter(({ after }) => !after)
      .flatMap(({ table, id }) => this.#writes.get(`${table} ${id}`) ?? [])
      .filter(({ version, by }) => version > seen.cursor && by !== clientId);
    return {
      isUnseen: writes.length > 0,
      isSure: writes.some(({ by }) => by === null || this.#deviceOf(by) !== this.#deviceOf(clientId)),
    };
  }

  #follow({ changes, clientId, version }: Change): void {
    for (const { table, id, after } of changes) {
      const row = `${table} ${id}`;
      if (after) this.#writes.set(row, [...(this.#writes.get(row) ?? []), { version, by: clientId }]);
      else this.#writes.delete(row);
      if (after) for (const items of this.#items.values()) items.delete(id);
    }
  }

  #deviceOf(clientId: string | null): string | null {
    let device = clientId;
    for (let known = device; known !== null; known = this.#devices.get(known) ?? null) device = known;
    return device;
  }
}

const NOTHING: Unseen = { isUnseen: false, isSure: false };

const both = (one: Unseen = NOTHING, other: Unseen): Unseen => ({
  isUnseen: one.isUnseen || other.isUnseen,
  isSure: one.isSure || other.isSure,
});

const goneItems = (changes: readonly RowChange[]) =>
  changes.filter(({ table, after }) => table === "items" && !after).map(({ id }) => id);

/** What the notice has to say; null where nothing of the owner's is lost. */
function lostOf({ table, before }: RowChange, items: number): object | null {
  const row = before as OwnerRow;
  if (table === "items") return { name: (row as ItemRow).title };
  if (table !== "socialLinks")
    return { name: (row as CategoryRow).name, ...(table === "shelves" ? { items } : {}) };
  const { id, value, position } = row as SocialLinkRow;
  return value === "" ? null : { name: id, link: { value, position } };
}
