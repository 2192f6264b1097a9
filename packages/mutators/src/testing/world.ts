import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import { FIRST_SINGLES, type OwnerRow, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { SocialPlatform } from "@shelv/contract/rows/social-link";
import { type Fetched, hasValue, MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import { type Mutation, MUTATORS, prepareMutation } from "@shelv/mutators/mutations";
import type { Context, DeletedRow, LiveRead, Read } from "@shelv/mutators/mutator";

export type World = Partial<Record<OwnerTable, OwnerRow[]>> & { deleted?: DeletedRow[] };
export const uuid = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;
export const [S1, S2, S3] = [uuid(1), uuid(2), uuid(3)] as const;
export const [I1, I2, I9] = [uuid(11), uuid(12), uuid(19)] as const;
export const [C1, C2, C3] = [uuid(21), uuid(22), uuid(23)] as const;
export const NOW = "2026-01-02T03:04:05.000Z";
export const CONTEXT: Context = { now: NOW, hasPlanLimits: true, knowsAllDeleted: true };
export const SHA = "ab".repeat(32);
export const OTHER_SHA = "cd".repeat(32);

export const shelf = (id: string, more: Partial<ShelfRow> = {}): ShelfRow =>
  shelfRow({ id, description: "Read", emoji: "🎵", createdAt: "2025", ...more });
export const item = (id: string, more: Partial<ItemRow> = {}): ItemRow =>
  itemRow({
    id,
    shelfId: S1,
    description: "Blue",
    price: "5 €",
    emoji: "☕",
    picture: SHA,
    createdAt: "2025",
    ...more,
  });
export const category = (id: string, more: Partial<CategoryRow> = {}): CategoryRow => ({
  id,
  shelfId: S1,
  name: "Blue",
  position: "a0",
  createdAt: "2025",
  ...more,
});
export const profile = (more: object = {}): OwnerRow<"singles"> => ({
  ...FIRST_SINGLES.profile,
  displayName: "Mira",
  bio: "Hello",
  picture: SHA,
  ...more,
});
export const account = (more: object = {}): OwnerRow<"singles"> => ({
  ...FIRST_SINGLES.account,
  username: "mira",
  ...more,
});
export const onTrial = (plan: "pro" | "premium" = "pro") =>
  account({ plan, trialEndsAt: "2026-01-10T00:00:00.000Z" });
export const afterTrial = account({ plan: "pro", trialEndsAt: "2026-01-01T00:00:00.000Z" });
export const link = (id: SocialPlatform, more: object = {}): OwnerRow<"socialLinks"> => ({
  id,
  value: "mira",
  position: "a0",
  ...more,
});

export const newItem = unchecked(asSent(item(I1)));
export const newShelf = asSent(shelf(S1));
export const newCategory = asSent(category(C1));

function unchecked<Row extends Pick<ItemRow, "linkState" | "checkedAt">>(
  row: Row,
): Omit<Row, "linkState" | "checkedAt"> {
  const { linkState: _, checkedAt: __, ...sent } = row;
  return sent;
}

function asSent<Row extends { createdAt: string }>(row: Row): Omit<Row, "createdAt"> {
  const { createdAt: _, ...sent } = row;
  return sent;
}

function fetchedFrom(world: World, reads: readonly Read[]): Fetched[] {
  return reads.map((read) => {
    // More than a host would fetch: the mutator selects what belongs together.
    if (read[0] === "deleted") return { read, deleted: world.deleted ?? [] };
    if (read[0] === "count")
      return {
        read,
        count: answering(world, read[2] === undefined ? [read[1]] : ([read[1], read[2], read[3]] as LiveRead))
          .length,
      };
    return { read, rows: answering(world, read) };
  });
}

const answering = (world: World, [table, fieldOrId, value]: LiveRead): OwnerRow[] =>
  (world[table] ?? []).filter(
    (row) =>
      fieldOrId === undefined ||
      (value === undefined ? row.id === fieldOrId : hasValue(row, fieldOrId, value)),
  );

export function prepared(mutation: Mutation) {
  const ready = prepareMutation({ ...mutation, v: MUTATORS[mutation.name].v });
  if (!ready) throw new Error(`${mutation.name} is not known`);
  return ready;
}

export function outcome(world: World, mutation: Mutation, context = CONTEXT): RowChange[] | string {
  try {
    const ready = prepared(mutation);
    const fetched = fetchedFrom(world, ready.reads);
    const tx = new MemoryTx([...fetched, ...fetchedFrom(world, ready.further(fetched))]);
    ready.run(tx, context);
    return tx.changes();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

export const change = (table: OwnerTable, before: OwnerRow | null, after: OwnerRow | null) => ({
  table,
  id: (before ?? after)?.id,
  before,
  after,
});
export const three = [shelf(S1), shelf(S2), shelf(S3)];
