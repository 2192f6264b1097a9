import { id } from "@shelv/contract/values/id";
import type { SentMutation } from "@shelv/contract/sync";
import { parseInput } from "@shelv/contract/input-issues";
import { mustBeBounded } from "@shelv/contract/limits/mutation-bounds";
import type { OwnerTable } from "@shelv/contract/rows/owner-tables";
import * as v from "valibot";
import { createCategory, deleteCategory, moveCategory, updateCategory } from "./changes/categories.ts";
import { createItem, deleteItem, moveItem, updateItem } from "./changes/items.ts";
import { completeItemDetails, noteLinkChecks, takeBackDetails } from "./changes/item-links.ts";
import { type Fetched, MemoryTx } from "./memory-tx.ts";
import {
  type Context,
  type Deletion,
  type Joined,
  type Moved,
  type Mutator,
  mutator,
  type Parts,
  type Read,
  type Seen,
  type Tx,
} from "./mutator.ts";
import { completeOnboarding } from "./changes/onboarding.ts";
import { deleteSocialLink, moveSocialLink, setSocialLink, updateProfile } from "./changes/profile.ts";
import { restoreCategory, restoreItem, restoreShelf } from "./changes/restore.ts";
import { choosePlan, updateAppearance, updateSettings } from "./changes/settings.ts";
import { createShelf, deleteShelf, moveShelf, updateShelf } from "./changes/shelves.ts";

/** The overwritten value is no longer offered. */
const dismissNotice = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["notices", id]],
  run: (tx, { id }) => tx.delete("notices", id),
});

/** Every mutator by its name on the wire. */
export const MUTATORS = {
  "shelf.create": createShelf,
  "shelf.update": updateShelf,
  "shelf.move": moveShelf,
  "shelf.delete": deleteShelf,
  "shelf.restore": restoreShelf,
  "item.create": createItem,
  "item.update": updateItem,
  "item.move": moveItem,
  "item.delete": deleteItem,
  "item.restore": restoreItem,
  "item.complete-details": completeItemDetails,
  "item.take-back-details": takeBackDetails,
  "item.note-link-checks": noteLinkChecks,
  "category.create": createCategory,
  "category.update": updateCategory,
  "category.move": moveCategory,
  "category.delete": deleteCategory,
  "category.restore": restoreCategory,
  "social-link.set": setSocialLink,
  "social-link.move": moveSocialLink,
  "social-link.delete": deleteSocialLink,
  "profile.update": updateProfile,
  "appearance.update": updateAppearance,
  "settings.update": updateSettings,
  "plan.choose": choosePlan,
  "onboarding.complete": completeOnboarding,
  "notice.dismiss": dismissNotice,
} as const;

export type MutationName = keyof typeof MUTATORS;
export type MutationArgs<N extends MutationName> = v.InferInput<(typeof MUTATORS)[N]["args"]>;

export type Mutation = { [N in MutationName]: { name: N; args: MutationArgs<N> } }[MutationName];

/** With parsed arguments; `Mutator` explains each part. */
export type PreparedMutation = {
  v: number;
  args: unknown;
  reads: Read[];
  further(fetched: readonly Fetched[]): Read[];
  furtherTables: readonly OwnerTable[];
  parts: Parts | null;
  pictures: string[];
  saw: Seen[];
  categoryIds: string[];
  withCategories(winnerOf: (id: string) => string): PreparedMutation;
  joins: Joined | null;
  moves: Moved | null;
  deletes: Deletion | null;
  takesBackFromLink: string | null;
  isServers: boolean;
  run(tx: Tx, context: Context): void;
};

/**
 * Upgrades older arguments. Null if mutation or version is newer than this build. Invalid arguments are
 * rejected, unbounded ones before anything else is read.
 */
export function prepareMutation({
  name,
  v: version,
  args,
}: Pick<SentMutation, "name" | "v" | "args">): PreparedMutation | null {
  const found: Mutator<unknown> | undefined = Object.hasOwn(MUTATORS, name)
    ? MUTATORS[name as MutationName]
    : undefined;
  mustBeBounded(args);
  if (!found || version > found.v) return null;
  return prepared(found, parseInput(found.args, upgraded(found, version, args)));
}

function prepared(of: Mutator<unknown>, args: unknown): PreparedMutation {
  return {
    v: of.v,
    args,
    reads: of.reads(args),
    further: (fetched) => of.further?.reads(new MemoryTx(fetched), args) ?? [],
    furtherTables: of.further?.tables ?? [],
    parts: of.parts?.(args) ?? null,
    pictures: of.pictures?.(args) ?? [],
    saw: [of.saw?.(args) ?? []].flat(),
    categoryIds: categoriesIn(of, args),
    withCategories: (winnerOf) => prepared(of, of.withCategories?.(args, winnerOf) ?? args),
    joins: of.joins?.(args) ?? null,
    moves: of.moves?.(args) ?? null,
    deletes: of.deletes?.(args) ?? null,
    takesBackFromLink: of.takesBackFromLink?.(args) ?? null,
    isServers: of.isServers ?? false,
    run: (tx, context) => of.run(tx, args, context),
  };
}

function categoriesIn(of: Mutator<unknown>, args: unknown): string[] {
  const ids: string[] = [];
  of.withCategories?.(args, (id) => {
    ids.push(id);
    return id;
  });
  return ids;
}

function upgraded(mutator: Mutator<unknown>, from: number, args: unknown): unknown {
  let current = args;
  for (let version = from; version < mutator.v; version += 1)
    current = mutator.upgrade?.[version]?.(current) ?? current;
  return current;
}
