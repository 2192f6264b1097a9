import { PLATFORMS, type SocialPlatform } from "@shelv/contract/social-link";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { findRowOrDeleted } from "#local-store/trash";
import { isolateBidi } from "#words/format/isolate-bidi";
import { rejectedWords } from "#words/screens/rejected-changes";

/**
 * Empty if unknown. The name before the change: from the change, this device's rows, deleted rows, or the
 * rejected change that was to create it.
 */
export async function subjectOf(
  store: LocalStore,
  entry: RejectedEntry,
  beside: readonly RejectedEntry[],
): Promise<string> {
  const args = argsOf(entry);
  const makerOf = (id: string | undefined): Named | undefined => {
    const maker = beside.find(
      (other) => other.name.endsWith(".create") && id !== undefined && argsOf(other).id === id,
    );
    return maker && argsOf(maker);
  };
  const table = TABLES[entry.name.split(".")[0] ?? ""];
  if (!table) return PLATFORMS[args.id as SocialPlatform]?.name ?? "";
  const row: Named | undefined =
    args.id === undefined ? undefined : await findRowOrDeleted(store, table, args.id);
  const known = { ...makerOf(args.id), ...row };
  const shelfId = args.shelfId ?? known.shelfId;
  const shelf: Named | undefined =
    table === "shelves" || shelfId === undefined
      ? undefined
      : ((await findRowOrDeleted(store, "shelves", shelfId)) ?? makerOf(shelfId));
  const name =
    args.was?.title ?? args.was?.name ?? known.title ?? known.name ?? args.title ?? args.name ?? "";
  return shelf?.name === undefined ? isolateBidi(name) : rejectedWords.onShelf(name, shelf.name);
}

const TABLES: Partial<Record<string, "shelves" | "items" | "categories">> = {
  shelf: "shelves",
  item: "items",
  category: "categories",
};

type Named = {
  id?: string;
  shelfId?: string;
  title?: string;
  name?: string;
  was?: { title?: string; name?: string };
};
const argsOf = ({ args }: RejectedEntry) => (args ?? {}) as Named;
