import * as v from "valibot";
import { account } from "./account.ts";
import { itemRow } from "./item.ts";
import { profile } from "./profile.ts";
import { shelfRow } from "./shelf.ts";

/** Things an owner has exactly one of, kept in one table under a fixed id. */
const singleRow = v.variant("id", [
  v.object({ id: v.literal("account"), ...account.entries }),
  v.object({ id: v.literal("profile"), ...profile.entries }),
]);
export type SingleRow = v.InferOutput<typeof singleRow>;

/**
 * Every table that an owner's devices hold and sync, with the shape of its rows. Each row has an `id`; the owner is never
 * part of a row: the device's database and the server's session say whose it is.
 */
export const OWNER_TABLES = {
  shelves: shelfRow,
  items: itemRow,
  singles: singleRow,
} as const;

export type OwnerTable = keyof typeof OWNER_TABLES;
export type OwnerRow<T extends OwnerTable = OwnerTable> = v.InferOutput<(typeof OWNER_TABLES)[T]>;
export const OWNER_TABLE_NAMES = Object.keys(OWNER_TABLES) as [OwnerTable, ...OwnerTable[]];
