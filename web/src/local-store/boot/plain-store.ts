import type { PlainDatabase } from "./idb-reader";
import type { ReadableStore } from "#local-store/readable-store";

/** Its tables, by the names they have in the database. */
export const plainStore = (database: PlainDatabase): ReadableStore => ({
  shelves: database.table("shelves"),
  categories: database.table("categories"),
  items: database.table("items"),
  socialLinks: database.table("socialLinks"),
  singles: database.table("singles"),
  notices: database.table("notices"),
  outbox: database.table("changes"),
  rejected: database.table("rejected"),
  pictures: database.table("pictures"),
  meta: database.table("meta"),
  lastKnown: database.table("lastKnown"),
  view: (table) => database.table(table),
});
