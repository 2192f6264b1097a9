import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import { DELETED_FIELD } from "@shelv/contract/rows/notice";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { SocialLinkRow } from "@shelv/contract/rows/social-link";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Done } from "sync-server/shelves/mutate/apply-mutations";
import { TOMBSTONE_KEPT_MS } from "sync-server/shelves/sweep-sync";

export type Change = Pick<Done, "name" | "changes" | "clientId" | "deletes" | "epoch" | "version" | "now">;

type Write = { version: number; by: string | null };
type Unseen = { isUnseen: boolean; isSure: boolean };
type Join = { item: string; version: number; since: number; by: string | null | undefined; hasLeft: boolean };
type Expected = { lines: string[]; isSure: boolean };

export class DeletionJudge {
  #expected: Expected[] = [];
  readonly #writes = new Map<string, Write[]>();
  readonly #parts = new Map<string, Unseen>();
  readonly #items = new Map<string, Set<string>>();
  readonly #begunMs = new Map<string, number>();
  readonly #joins = new Map<string, Join[]>();
  #version = 0;
  readonly #devices = new Map<string, string>();

  /** @param merged categories that the change merged, and into which */
  add(done: Change, merged: ReadonlyMap<string, string>): void {
    const { deletes, changes } = done;
    const gone = changes.find(
      ({ table, id, after }) => table === deletes?.table && id === deletes.id && !after,
    );
    if (deletes && gone?.before) {
      const unseen = both(both(this.#parts.get(deletes.id), this.#unseenIn(done)), this.#unseenJoins(done));
      const items = new Set([...(this.#items.get(deletes.id) ?? []), ...goneItems(changes)]).size;
      const nowMs = done.now.getTime();
      const isLong = nowMs - (this.#begunMs.get(deletes.id) ?? nowMs) >= TOMBSTONE_KEPT_MS;
      const counts = Array.from({ length: isLong ? items + 1 : 1 }, (_, fewer) => items - fewer);
      const lost = counts.flatMap((count) => lostOf(gone, count) ?? []);
      if (unseen.isUnseen && lost.length > 0)
        this.#expected.push({
          lines: lost.map((one) => `${gone.id} ${DELETED_FIELD} ${JSON.stringify(one)}`),
          isSure: unseen.isSure,
        });
      this.#parts.delete(deletes.id);
      this.#items.delete(deletes.id);
      this.#begunMs.delete(deletes.id);
    }
    this.#follow(done, merged);
  }

  addPart(done: Change): void {
    const shelf = done.deletes?.table === "shelves" ? done.deletes.id : null;
    if (shelf !== null) {
      if (!this.#begunMs.has(shelf)) this.#begunMs.set(shelf, done.now.getTime());
      this.#parts.set(shelf, both(this.#parts.get(shelf), this.#unseenIn(done)));
      this.#items.set(shelf, new Set([...(this.#items.get(shelf) ?? []), ...goneItems(done.changes)]));
    }
    this.#follow(done);
  }

  isSameDevice(one: string | null, other: string): void {
    if (one !== null && this.#deviceOf(one) !== this.#deviceOf(other))
      this.#devices.set(this.#deviceOf(other) ?? other, this.#deviceOf(one) ?? one);
  }

  mustBeOffered(offered: readonly string[]): void {
    const left = this.#expected.map((one) => ({ ...one }));
    for (const line of offered) {
      const same = left.filter(({ lines }) => lines.includes(line));
      const found = same.find(({ isSure }) => isSure) ?? same[0];
      if (!found) throw new Error(`A deletion is offered back that took nothing unseen: ${line}`);
      left.splice(left.indexOf(found), 1);
    }
    const missing = left.filter(({ isSure }) => isSure);
    if (missing.length > 0)
      throw new Error(
        `Deleted unseen and not offered back:\n${missing.map(({ lines }) => lines[0]).join("\n")}`,
      );
  }

  forgetNotices(): void {
    this.#expected = [];
  }

  copyFrom(other: DeletionJudge): void {
    this.#expected = [...other.#expected];
    for (const [id, writes] of other.#writes) this.#writes.set(id, [...writes]);
    for (const [id, joins] of other.#joins)
      this.#joins.set(
        id,
        joins.map((join) => ({ ...join })),
      );
    this.#version = other.#version;
    for (const [id, part] of other.#parts) this.#parts.set(id, part);
    for (const [id, items] of other.#items) this.#items.set(id, new Set(items));
    for (const [id, begunMs] of other.#begunMs) this.#begunMs.set(id, begunMs);
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

  #unseenJoins({ deletes, clientId, epoch }: Change): Unseen {
    const seen = deletes?.seen;
    if (deletes?.table !== "categories" || seen?.epoch !== epoch) return NOTHING;
    const joins = (this.#joins.get(deletes.id) ?? []).filter(
      ({ version, by }) => version > seen.cursor && by !== clientId,
    );
    const isAnothers = (by: Join["by"]) =>
      by === undefined || by === null || this.#deviceOf(by) !== this.#deviceOf(clientId);
    return {
      isUnseen: joins.length > 0,
      // A page of an answer may end within a change.
      isSure: joins.some(({ since, by, hasLeft }) => !hasLeft && since >= seen.cursor && isAnothers(by)),
    };
  }

  #followJoins({ changes, clientId, deletes, version }: Change, merged: ReadonlyMap<string, string>): void {
    for (const { table, id, before, after } of changes)
      if (table === "categories" && !(before && after)) this.#joins.delete(id);
    for (const { table, id, before, after } of changes) {
      if (table !== "items") continue;
      const had = (before as ItemRow | null)?.categoryIds ?? [];
      const has = (after as ItemRow | null)?.categoryIds ?? [];
      for (const of of had)
        for (const join of this.#joins.get(of) ?? [])
          join.hasLeft ||= join.item === id && !has.includes(of) && of !== deletes?.id;
      const since = this.#version;
      const join = (of: string, by: Join["by"]) =>
        this.#joins.set(of, [
          ...(this.#joins.get(of) ?? []),
          { item: id, version, since, by, hasLeft: false },
        ]);
      const byMerge = had.flatMap((of) => (has.includes(of) ? [] : (merged.get(of) ?? [])));
      for (const of of has) if (!had.includes(of) && !byMerge.includes(of)) join(of, clientId);
      for (const of of byMerge) if (has.includes(of)) join(of, undefined);
    }
    this.#version = version;
  }

  #follow(done: Change, merged: ReadonlyMap<string, string> = new Map()): void {
    const { changes, clientId, version } = done;
    this.#followJoins(done, merged);
    for (const { table, id, after } of changes) {
      const row = `${table} ${id}`;
      if (after && !isServers(done))
        this.#writes.set(row, [...(this.#writes.get(row) ?? []), { version, by: clientId }]);
      else if (!after) this.#writes.delete(row);
      if (after) for (const items of this.#items.values()) items.delete(id);
    }
  }

  #deviceOf(clientId: string | null): string | null {
    let device = clientId;
    for (let known = device; known !== null; known = this.#devices.get(known) ?? null) device = known;
    return device;
  }
}

export const isServers = ({ name }: { name: string }): boolean =>
  name === "item.complete-details" || name === "item.note-link-checks";

const NOTHING: Unseen = { isUnseen: false, isSure: false };

const both = (one: Unseen = NOTHING, other: Unseen): Unseen => ({
  isUnseen: one.isUnseen || other.isUnseen,
  isSure: one.isSure || other.isSure,
});

const goneItems = (changes: readonly RowChange[]) =>
  changes.filter(({ table, after }) => table === "items" && !after).map(({ id }) => id);

function lostOf({ table, before }: RowChange, items: number): object | null {
  const row = before as OwnerRow;
  if (table === "items") return { name: (row as ItemRow).title };
  if (table !== "socialLinks")
    return { name: (row as CategoryRow).name, ...(table === "shelves" ? { items } : {}) };
  const { id, value, position } = row as SocialLinkRow;
  return value === "" ? null : { name: id, link: { value, position } };
}
