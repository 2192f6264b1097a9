import type { CategoryRow } from "@shelv/contract/rows/category";
import { type ItemRow, SILENCED_FOR_MS } from "@shelv/contract/rows/item";
import { FIRST_SINGLES, type SingleRow } from "@shelv/contract/rows/owner-tables";
import { NO_OP, type SentMutation } from "@shelv/contract/sync";
import type { RowChange } from "@shelv/mutators/memory-tx";
import { type Change, DeletionJudge, isServers } from "./judges/deletion-judge.ts";
import { LossJudge } from "./judges/loss-judge.ts";
import { MergeJudge } from "./judges/merge-judge.ts";
import { type Undone, UndoJudge } from "./judges/undo-judge.ts";
import type { Applied } from "sync-server/shelves/mutate/apply-mutations";
import { TOMBSTONE_KEPT_MS } from "sync-server/shelves/sweep-sync";

type Fields = Readonly<Record<string, unknown>>;
export type Overwritten = { rowId: string; field: string; lost: unknown };

export type Brought = { clientId: string; mutations: readonly SentMutation[] };
export type SeenAtDeletion = Map<string, readonly RowChange[]>;
type GoneCategory = { name: string; shelfId: string; atMs: number };

/**
 * What took effect on the server, in order. It derives, by other means than the engine, which values were
 * overwritten unseen, and what restoring a shelf must restore.
 */
export class Chronicle {
  readonly journal: Applied[] = [];
  overwritten: Overwritten[] = [];
  readonly deletions = new DeletionJudge();
  readonly merges = new MergeJudge();
  readonly losses = new LossJudge();
  readonly #seen: SeenAtDeletion;
  oldNotices: ReadonlySet<string> = new Set();
  readonly #writers = new Map<string, { by: string | null; value: unknown }>();
  #parts: { by: string; change: RowChange }[] = [];
  readonly #goneRows = new Set<string>();
  readonly #dealtWith = new Map<string, number>();
  readonly #wentWith = new Map<string, string[]>();
  readonly #wentBefore = new Map<string, Map<string, number>>();
  readonly #oldItems = new Set<string>();
  readonly #shelfOf = new Map<string, string>();
  readonly #goneCategories = new Map<string, GoneCategory>();

  readonly #undone: Undone;
  readonly #undos: UndoJudge;

  constructor(seen: SeenAtDeletion = new Map(), undone: Undone = new Map()) {
    this.#seen = seen;
    this.#undone = undone;
    this.#undos = new UndoJudge(undone);
  }

  add(applied: readonly Applied[], changes: readonly Change[], nowMs: number, brought: Brought | null): void {
    const effective = applied.filter(({ name }) => name !== NO_OP);
    for (const [at, mutation] of effective.entries()) {
      if (brought && mutation.mid !== null) this.dealWith(brought, mutation.mid);
      const change = changes[at];
      if (change?.name !== mutation.name)
        throw new Error(`${mutation.name} took effect, but ${String(change?.name)} was told`);
      timesMustBeServers(mutation, change.changes, nowMs);
      if (!isServers(mutation)) this.#noteOverwritten(mutation, change.changes);
      const merged = this.merges.add(mutation, change.changes, nowMs);
      this.deletions.add(change, merged);
      this.#undos.add(mutation, change.changes, (id) => this.merges.winnerOf(id));
      if (isServers(mutation)) this.#noteLink(change.changes);
      else this.#noteLosses(mutation, change);
      this.#followDeletion(mutation, change.changes, nowMs);
      this.#noteGoneCategories(mutation, change.changes, nowMs, merged);
    }
    this.journal.push(...applied);
  }

  #noteLink(changes: readonly RowChange[]): void {
    this.losses.forgetWriters(changes);
    this.#undos.addLinks(changes);
    for (const { id, before, after } of changes)
      for (const [field, value] of Object.entries(after ?? {}))
        if (!same((before as Fields | null)?.[field], value)) this.#writers.delete(`${id} ${field}`);
  }

  addPart(done: Change, nowMs: number): void {
    const { changes } = done;
    this.deletions.addPart(done);
    const by = this.losses.deviceOf(done.clientId);
    this.#parts.push(...changes.map((change) => ({ by, change })));
    const part = { name: "part", args: {}, clientId: null, mid: null, opId: null };
    this.#noteOverwritten(part, changes);
    this.merges.add(part, changes, nowMs);
    this.#noteGoneCategories(part, changes, nowMs);
    for (const { id, before, after } of changes) {
      const { shelfId } = before as ItemRow;
      if (!after) this.#wentBefore.set(shelfId, (this.#wentBefore.get(shelfId) ?? new Map()).set(id, nowMs));
    }
  }

  dealWith({ clientId, mutations }: Brought, upTo: number): void {
    const from = this.#dealtWith.get(clientId) ?? 0;
    for (const { mid, opId, name, args } of mutations) {
      const isFresh = mid > from && mid <= upTo && opId !== undefined;
      const before = this.journal.find((entry) => entry.opId === opId && entry.name !== NO_OP);
      if (!isFresh || !before) continue;
      this.deletions.isSameDevice(before.clientId, clientId);
      const {
        id: named = name.split(".")[0] ?? "",
        patch,
        value,
        undoes,
      } = (args ?? {}) as { id?: string; patch?: Fields; value?: unknown; undoes?: unknown };
      if (undoes !== undefined) continue;
      const id = this.merges.winnerOf(named);
      if (this.#goneRows.has(id)) continue;
      for (const [field, given] of Object.entries(patch ?? (value === undefined ? {} : { value }))) {
        const standing = this.#writers.get(`${id} ${field}`);
        if (standing && same(standing.value, given)) standing.by = clientId;
      }
    }
    this.#dealtWith.set(clientId, Math.max(from, upTo));
  }

  copy(): Chronicle {
    const copy = new Chronicle(this.#seen, this.#undone);
    copy.#undos.copyFrom(this.#undos);
    copy.losses.copyFrom(this.losses);
    copy.merges.copyFrom(this.merges);
    copy.#parts.push(...this.#parts);
    copy.journal.push(...this.journal);
    copy.overwritten = [...this.overwritten];
    copy.deletions.copyFrom(this.deletions);
    copy.oldNotices = this.oldNotices;
    for (const [field, writer] of this.#writers) copy.#writers.set(field, { ...writer });
    for (const row of this.#goneRows) copy.#goneRows.add(row);
    for (const [clientId, mid] of this.#dealtWith) copy.#dealtWith.set(clientId, mid);
    for (const [shelf, rows] of this.#wentWith) copy.#wentWith.set(shelf, rows);
    for (const [item, shelf] of this.#shelfOf) copy.#shelfOf.set(item, shelf);
    for (const [shelf, rows] of this.#wentBefore) copy.#wentBefore.set(shelf, new Map(rows));
    for (const id of this.#oldItems) copy.#oldItems.add(id);
    for (const [id, category] of this.#goneCategories) copy.#goneCategories.set(id, category);
    return copy;
  }

  /**
   * The parts of a device's deletion of a shelf are judged with its last one: another device has seen other
   * rows.
   */
  #noteLosses({ name, args, clientId, opId }: Applied, { changes, deletes, epoch }: Change): void {
    const { id = "" } = (args ?? {}) as { id?: string };
    const device = this.losses.deviceOf(clientId);
    const isOfThis = ({ by, change: { before } }: { by: string; change: RowChange }) =>
      name === "shelf.delete" && by === device && (before as ItemRow | null)?.shelfId === id;
    const all = [...this.#parts.filter(isOfThis).map(({ change }) => change), ...changes];
    this.#parts = this.#parts.filter((part) => !isOfThis(part));
    // An edit and a deletion of two epochs have no known order.
    const isOfHere = deletes?.seen?.epoch === epoch;
    const seen = opId !== null && isOfHere ? (this.#seen.get(opId) ?? null) : null;
    this.losses.add({ name, id, clientId }, all, seen);
  }

  forgetDeletions(untilMs: number): void {
    this.merges.forget(untilMs);
    for (const [id, { atMs }] of this.#goneCategories) if (atMs <= untilMs) this.#goneCategories.delete(id);
  }

  #noteGoneCategories(
    { name, args }: Applied,
    changes: readonly RowChange[],
    nowMs: number,
    merged: ReadonlyMap<string, string> = new Map(),
  ): void {
    for (const { table, id, before, after } of changes) {
      if (table === "items" && after) this.#shelfOf.set(id, (after as ItemRow).shelfId);
      if (table === "categories" && after) this.#goneCategories.delete(id);
      if (table === "categories" && before && !after && !merged.has(id)) {
        const { name: called, shelfId } = before as CategoryRow;
        this.#goneCategories.set(id, { name: called, shelfId, atMs: nowMs });
      }
    }
    const {
      id: item,
      categoryIds,
      categories,
      undoes,
    } = (args ?? {}) as {
      id: string;
      categoryIds?: string[];
      categories?: { add: string[] };
      undoes?: unknown;
    };
    if (undoes !== undefined) return;
    const joined = name === "item.create" ? categoryIds : name === "item.update" ? categories?.add : [];
    for (const id of new Set(joined?.map((of) => this.merges.winnerOf(of)))) {
      const gone = this.#goneCategories.get(id);
      if (gone && gone.shelfId === this.#shelfOf.get(item))
        this.overwritten.push({ rowId: item, field: "categoryIds", lost: { id, name: gone.name } });
    }
  }

  #comesBackElsewhere(item: string): void {
    for (const [shelf, rows] of this.#wentWith)
      this.#wentWith.set(
        shelf,
        rows.filter((id) => id !== item),
      );
  }

  #noteOverwritten({ args, clientId }: Applied, changes: readonly RowChange[]): void {
    const { was } = args as { was?: unknown };
    for (const { table, id, before, after } of changes) {
      if (after) this.#goneRows.delete(id);
      else this.#goneRows.add(id);
      // A field without a write has its default: a single's, or a platform without a link.
      const stood =
        before ??
        (table === "singles"
          ? FIRST_SINGLES[id as SingleRow["id"]]
          : table === "socialLinks"
            ? { id }
            : null);
      if (!stood || !after) continue;
      const saw: Fields = table === "socialLinks" ? { value: was } : ((was ?? {}) as Fields);
      for (const [field, value] of Object.entries(after)) {
        const lost = (stood as Fields)[field];
        if (same(lost, value) || WITHOUT_NOTICE.has(field)) continue;
        const writer = this.#writers.get(`${id} ${field}`);
        if (
          before &&
          field in saw &&
          !same(saw[field], lost) &&
          writer !== undefined &&
          writer.by !== clientId
        )
          this.overwritten.push({ rowId: id, field, lost });
        this.#writers.set(`${id} ${field}`, { by: clientId, value });
      }
    }
  }

  #followDeletion({ name, args }: Applied, changes: readonly RowChange[], nowMs: number): void {
    const { id } = (args ?? {}) as { id: string };
    for (const change of changes)
      if (change.after) {
        for (const went of this.#wentBefore.values()) went.delete(change.id);
        if (name === "item.move" && !change.before) this.#comesBackElsewhere(change.id);
      }
    const before = name === "shelf.delete" ? [...(this.#wentBefore.get(id) ?? [])] : [];
    const isOld = (atMs: number) => nowMs - atMs >= TOMBSTONE_KEPT_MS;
    for (const [item, atMs] of before) if (isOld(atMs)) this.#oldItems.add(item);
    const all = [...before.map(([item]) => item), ...changes.map((change) => change.id)];
    const rows = [...new Set(all)].filter((row) => !this.#oldItems.has(row)).toSorted();
    if (name === "shelf.delete" && changes.length > 0) {
      this.#wentWith.set(id, rows);
      this.#wentBefore.delete(id);
    }
    const went = this.#wentWith.get(id);
    if (name === "shelf.restore" && rows.length > 0 && went && !same(rows, went)) {
      throw new Error(`Shelf ${id} went with ${went.length} rows and came back with ${rows.length}`);
    }
    for (const change of changes) if (change.after) this.#oldItems.delete(change.id);
  }
}

const WITHOUT_NOTICE = new Set(["position", "shelfId", "categoryIds", "details", "silencedUntil"]);

function timesMustBeServers({ name, args }: Applied, changes: readonly RowChange[], nowMs: number): void {
  const { undoes } = (args ?? {}) as { undoes?: unknown };
  for (const { id, before, after } of changes) {
    const { createdAt, silencedUntil } = (after ?? {}) as Partial<ItemRow>;
    const { silencedUntil: was } = (before ?? {}) as Partial<ItemRow>;
    if (name.endsWith(".create") && !before && createdAt && Date.parse(createdAt) !== nowMs)
      throw new Error(`Row ${id} was created at ${createdAt}, by a device's clock`);
    const isKept = name === "item.update" && undoes === undefined && silencedUntil && silencedUntil !== was;
    if (isKept && Date.parse(silencedUntil) !== nowMs + SILENCED_FOR_MS)
      throw new Error(`Item ${id} is silenced until ${silencedUntil}, by a device's clock`);
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
